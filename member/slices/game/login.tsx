import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { toastRefused } from '../../frame/calls/refused.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { confirm, toast } from '../../ui/overlay.tsx'
import type { GameAccount } from '../wallet/public.ts'
import { type GameLogin, loginKey } from './use-login.ts'

/** Username and password at the provider, to copy; and a button that sets a new password. */
export function Login({ slot, login }: { slot: GameAccount; login: GameLogin }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [shown, setShown] = useState(false)
  const resetting = useMutation({
    mutationFn: () => api('GET /api/wallet/resetpassword/:code', { params: { code: slot.code } }),
    onSuccess: (next) => {
      queries.setQueryData(loginKey(slot.code), next)
      toast('positive', t('game.resetDone'))
    },
    onError: toastRefused,
  })

  async function reset(): Promise<void> {
    const yes = await confirm({
      title: t('game.resetAsk', { name: slot.name }),
      text: t('game.resetText'),
      confirm: t('game.resetConfirm'),
    })
    if (yes) resetting.mutate()
  }

  return (
    <section className="grid gap-3">
      <h3 className="text-base font-semibold">{t('game.login', { name: slot.name })}</h3>
      <Field
        label={t('game.username')}
        value={login.username}
        readOnly
        autoComplete="off"
        action={<CopyButton text={login.username} label={t('game.copyUsername')} />}
      />
      <Field
        label={t('game.password')}
        // A text with dots over it: with a password field, the browser's password manager would offer to
        // store this login.
        value={shown ? login.password : '•'.repeat(10)}
        readOnly
        autoComplete="off"
        className="!pr-26"
        action={
          <>
            <IconButton
              label={t(shown ? 'ui.hidePassword' : 'ui.showPassword')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? <EyeOff className="size-5" aria-hidden /> : <Eye className="size-5" aria-hidden />}
            </IconButton>
            <CopyButton text={login.password} label={t('game.copyPassword')} isSecret />
          </>
        }
      />
      <Button
        look="plain"
        busy={resetting.isPending}
        busyLabel={t('ui.busy.saving')}
        icon={<KeyRound className="size-5" aria-hidden />}
        onClick={reset}
      >
        {t('game.reset')}
      </Button>
    </section>
  )
}
