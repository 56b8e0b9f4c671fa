import type { TransferEnd } from '@krapao/contract/game.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { ArrowLeftRight, CircleAlert } from 'lucide-react'
import { EndSlider } from './end-slider.tsx'
import type { Wallet } from './wallet.ts'

/** The two ends of a transfer, side by side if they fit, with a button that swaps them. */
export function TransferEnds({
  wallet,
  from,
  to,
  onFrom,
  onTo,
  onSwap,
  errorId,
  error,
  isSame = false,
  fixed,
}: {
  wallet: Wallet
  from: TransferEnd | null
  to: TransferEnd | null
  onFrom(end: TransferEnd): void
  onTo(end: TransferEnd): void
  onSwap(): void
  /** The id of the element with the error message; fields with an error refer to it. */
  errorId: string
  /** What is wrong with the choice. */
  error?: string
  /** Whether both ends are the same, so that both are marked wrong; otherwise the missing one is. */
  isSame?: boolean
  /** Whether they stay as they are, because a transfer between them is being sent. */
  fixed: boolean
}) {
  const { t } = useTranslation()
  return (
    <div inert={fixed}>
      <div className="@container">
        <div className="relative grid gap-2 @min-[17rem]:grid-cols-2 @min-[17rem]:gap-6">
          {(
            [
              [t('wallet.from'), from, onFrom],
              [t('wallet.to'), to, onTo],
            ] as const
          ).map(([label, value, onChange]) => (
            <div key={label} className="min-w-0">
              <p aria-hidden className="mb-1.5 text-sm font-medium @max-[17rem]:hidden">
                {label}
              </p>
              <EndSlider
                label={label}
                wallet={wallet}
                value={value}
                onChange={onChange}
                invalid={Boolean(error && (isSame || !value))}
                describedBy={errorId}
              />
            </div>
          ))}
          {/* Centred between the two frames: half of their height from below. */}
          <IconButton
            label={t('wallet.swap')}
            className="border border-line bg-card! text-link shadow-card @max-[17rem]:justify-self-center @min-[17rem]:absolute @min-[17rem]:bottom-27 @min-[17rem]:left-1/2 @min-[17rem]:-translate-x-1/2 @min-[17rem]:translate-y-1/2"
            onClick={onSwap}
          >
            <ArrowLeftRight className="size-5" aria-hidden />
          </IconButton>
        </div>
      </div>
      <p
        id={errorId}
        aria-live="polite"
        className={cx('mt-1.5 flex items-start gap-1.5 text-sm text-negative', !error && 'sr-only')}
      >
        {error && (
          <>
            <CircleAlert className="mt-1 size-3.5 shrink-0" aria-hidden />
            {error}
          </>
        )}
      </p>
    </div>
  )
}
