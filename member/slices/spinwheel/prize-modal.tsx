import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Html } from '@krapao/web/ui/html.tsx'
import { prizeIcons } from './prize-icons.ts'
import type { Prize, Slice } from './wheel.ts'

/** What a spin won; opens when the wheel rests. */
export function PrizeModal({
  prize: { prize, label, htmlDescription, remainingCoin },
  slice,
  days,
  onClose,
  onCoupons,
}: {
  prize: Prize
  /** The slice under the pointer, for its colours; undefined if the wheel has changed. */
  slice: Slice | undefined
  /** Days in which its coupon can be claimed. */
  days: number | undefined
  onClose(): void
  /** Leads to the coupons. */
  onCoupons(): void
}) {
  const { t } = useTranslation()
  const won = prize !== 'NONE'
  const Icon = prizeIcons[prize]
  return (
    <Dialog
      title={t(won ? 'spin.won' : 'spin.none')}
      onClose={onClose}
      footer={
        <Button wide autoFocus onClick={won ? onCoupons : onClose}>
          {t(won ? 'spin.toCoupons' : 'ui.ok')}
        </Button>
      }
    >
      <div role="status" className="grid justify-items-center gap-3 pt-2 pb-4 text-center">
        <span
          className="flex size-20 items-center justify-center rounded-full border-4 border-accent bg-night text-on-night"
          style={slice && { backgroundColor: slice.bgColor, color: slice.textColor }}
        >
          <Icon className="size-9" aria-hidden />
        </span>
        <p className="text-2xl font-bold text-balance">{label}</p>
        {htmlDescription && <Html html={htmlDescription} className="w-full text-left" />}
        <p className="max-w-sm text-base text-pretty text-ink-soft">
          {won ? t('spin.wonText', { count: days ?? 0 }) : t('spin.noneText')}
        </p>
        <p className="text-sm font-medium text-ink-soft">{t('spin.left', { count: remainingCoin })}</p>
      </div>
    </Dialog>
  )
}
