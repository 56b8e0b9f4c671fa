import { replaceAnswer } from '@krapao/web/api/replace-answer.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Star as StarIcon } from 'lucide-react'
import { api } from '../../../frame/calls/api.ts'
import { toastRefused } from '../../../frame/calls/refused.tsx'
import { type GameAccount, type Wallet, walletKey } from '../../wallet/public.ts'

/** One after the other, so that the last press is what stays. */
const scope = { id: 'favourite' }

/**
 * Marks a game as a favourite, or no longer. It shows at once, and is taken back if the server did not hear
 * it.
 */
export function Star({ slot }: { slot: GameAccount }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const marked = (isFavourite: boolean) => (wallet: Wallet | undefined) =>
    wallet && {
      ...wallet,
      slots: wallet.slots.map((one) => (one.code === slot.code ? { ...one, isFavourite } : one)),
    }
  const { mutateAsync } = useMutation({
    scope,
    mutationFn: (isFavourite: boolean) =>
      api(isFavourite ? 'PUT /api/wallet/favourite/:code' : 'DELETE /api/wallet/favourite/:code', {
        params: { code: slot.code },
      }),
    onError: (error, isFavourite) => {
      queries.setQueryData(walletKey, marked(!isFavourite))
      toastRefused(error)
    },
  })

  const press = () => {
    const wanted = !slot.isFavourite
    return replaceAnswer(queries, walletKey, marked(wanted), () => mutateAsync(wanted))
  }

  return (
    <button
      type="button"
      aria-pressed={slot.isFavourite}
      aria-label={t('game.mark', { name: slot.name })}
      onClick={press}
      className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-full outline-offset-[-4px] focus-visible:outline-white"
    >
      <span className="flex size-8 items-center justify-center rounded-full bg-night-deep/80 text-white">
        <StarIcon className={cx('size-4.5', slot.isFavourite && 'fill-accent text-accent')} aria-hidden />
      </span>
    </button>
  )
}
