import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { api } from '../../frame/calls/api.ts'
import { toastRefused } from '../../frame/calls/refused.tsx'
import { toast } from '../../ui/overlay.tsx'
import { type GameAccount, type Wallet, walletKey } from '../wallet/public.ts'

/**
 * Shown without an account: explains what opening one means, with the button. The account then takes its
 * place.
 */
export function OpenAccount({ slot }: { slot: GameAccount }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const opening = useMutation({
    mutationFn: () => api('GET /api/wallet/activate/:code', { params: { code: slot.code } }),
    onSuccess: () => {
      toast('positive', t('game.opened', { name: slot.name }))
      isOpen()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SLOT_ALREADY_ACTIVE') isOpen()
      else {
        toastRefused(error)
        queries.invalidateQueries({ queryKey: walletKey })
      }
    },
  })

  function isOpen(): void {
    queries.setQueryData<Wallet>(
      walletKey,
      (wallet) =>
        wallet && {
          ...wallet,
          slots: wallet.slots.map((one) => (one.code === slot.code ? { ...one, isActive: true } : one)),
        },
    )
    queries.invalidateQueries({ queryKey: walletKey })
  }

  return (
    <div className="grid gap-5">
      <img
        src={slot.background}
        alt=""
        width={300}
        height={211}
        className="h-40 w-full rounded-card object-cover"
      />
      <div>
        <p className="text-base font-semibold">{t('game.closedTitle', { name: slot.name })}</p>
        <p className="text-base text-ink-soft">{t('game.closedText')}</p>
      </div>
      {slot.isBeingOpened && (
        <p role="status" className="text-base">
          {t('errorMsg.SLOT_BEING_OPENED')}
        </p>
      )}
      <Button
        wide
        busy={opening.isPending}
        busyLabel={t('ui.busy.opening')}
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() => opening.mutate()}
      >
        {t('game.open')}
      </Button>
    </div>
  )
}
