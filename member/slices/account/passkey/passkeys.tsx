import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../frame/calls/api.ts'
import { errorText } from '../../../frame/calls/errors.ts'
import { lazyModal } from '../../../frame/load/lazy-modal.tsx'
import { Card } from '../../../ui/card.tsx'
import { confirm, toast } from '../../../ui/overlay.tsx'
import { deviceName } from '../device-name.ts'

const AddPasskey = lazyModal(
  ['account', 'account/person'],
  () => import('./add-passkey-modal.tsx'),
  'account.passkey.add',
)

type Key = AnswerOf<'GET /api/account/devices'>['passkeys'][number]

/** The member's passkeys, and how to get one (rules.md §2.8). */
export function Passkeys({ keys, changed }: { keys: Key[]; changed(): void }) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const canAdd = 'PublicKeyCredential' in window
  if (!canAdd && keys.length === 0) return null

  async function remove({ _id }: Key): Promise<void> {
    const yes = await confirm({
      title: t('account.passkey.removeAsk'),
      text: t('account.passkey.removeText'),
      confirm: t('account.passkey.remove'),
    })
    if (!yes) return
    try {
      await api('POST /api/account/passkeys/remove', { _id })
      toast('positive', t('account.passkey.removed'))
    } catch (error) {
      toast('negative', errorText(error))
    }
    changed()
  }

  return (
    <Card>
      <h2 className="text-xl font-semibold">{t('account.passkey.title')}</h2>
      <p className="mt-1 text-sm text-pretty text-ink-soft">{t('account.passkey.lead')}</p>
      <ul className="mt-2 divide-y divide-line">
        {keys.map((key) => (
          <li key={key._id} className="flex items-center gap-3 py-3">
            <KeyRound className="size-5 shrink-0 text-ink-soft" aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{deviceName(key)}</p>
              <p className="text-sm text-ink-soft">
                {key.lastUsedAt
                  ? t('account.passkey.usedAt', { when: formatMinute(key.lastUsedAt) })
                  : t('account.passkey.addedAt', { when: formatMinute(key.addedAt) })}
              </p>
            </div>
            <IconButton
              label={`${t('account.passkey.remove')} ${deviceName(key)}`}
              onClick={() => remove(key)}
            >
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {keys.length === 0 && <p className="text-base text-ink-soft">{t('account.passkey.none')}</p>}
      {canAdd && (
        <Button
          wide
          look="quiet"
          className="mt-3"
          icon={<KeyRound className="size-5 shrink-0" aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('account.passkey.add')}
        </Button>
      )}
      {adding && (
        <AddPasskey
          onClose={(added) => {
            setAdding(false)
            if (added) changed()
          }}
        />
      )}
    </Card>
  )
}
