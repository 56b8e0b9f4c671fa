import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import {
  ArrowLeftRight,
  ChevronRight,
  Coins,
  Gift,
  HandCoins,
  type LucideIcon,
  Megaphone,
  QrCode,
  ReceiptText,
  Sparkles,
  Wallet,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Amount } from './amount.tsx'

const icons = {
  slip: ReceiptText,
  qr: QrCode,
  gift: Gift,
  announcement: Megaphone,
  bank: Wallet,
  withdrawal: HandCoins,
  transfer: ArrowLeftRight,
  bonus: Sparkles,
  'bonus-end': Sparkles,
  review: Sparkles,
  prize: Gift,
  reward: Coins,
} satisfies Record<string, LucideIcon>

const tones = {
  notice: { ground: 'bg-notice-soft text-notice', line: 'text-notice' },
  positive: { ground: 'bg-positive-soft text-positive', line: 'text-positive' },
  negative: { ground: 'bg-negative-soft text-negative', line: 'text-negative' },
  neutral: { ground: 'bg-sunken text-ink-soft', line: 'text-ink-soft' },
}

/** The column of what is behind the amount, of one width, so that all amounts end at the same place. */
const control = 'mr-1 flex w-11 shrink-0 justify-center'

/**
 * A row of money that is under way or has ended: what it is, how it stands, the amount. All of them look
 * alike, so that a row can turn into its result where it is.
 * @param amount undefined: not known yet; null: there is none to be known
 */
export function RowLook({
  kind,
  tone,
  title,
  line,
  amount,
  isGain,
  below,
  aside,
  isSmall = false,
  onPress,
}: {
  kind: keyof typeof icons
  tone: keyof typeof tones
  title: string
  line: ReactNode
  amount?: string | undefined | null
  /** It has come in. */
  isGain?: boolean
  /** A further line. */
  below?: ReactNode
  /** In place of the arrow, beside what can be pressed. */
  aside?: ReactNode
  /** Of what needs no more attention than a line. */
  isSmall?: boolean
  onPress(): void
}) {
  const { t } = useTranslation()
  const Icon = icons[kind]
  const look = tones[tone]
  return (
    <div className="@container flex items-center hover:bg-sunken/60">
      <button
        type="button"
        onClick={onPress}
        className={cx(
          'flex min-w-0 flex-1 items-center pl-4 text-left',
          isSmall ? 'min-h-14 py-1' : 'min-h-16 py-2.5',
        )}
      >
        {/* With large letters its room is the amount's. */}
        <span
          className={cx(
            'flex shrink-0 items-center justify-center rounded-full @max-[15rem]:hidden',
            // The words of all rows begin at one place.
            isSmall ? 'mr-4 size-9' : 'mr-3 size-10',
            look.ground,
          )}
        >
          <Icon className="size-5" aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-20 flex-1 text-sm font-semibold">{title}</span>
            {amount === undefined ? (
              <span className="sr-only">{t('wallet.under.noAmount')}</span>
            ) : (
              amount !== null && (
                <span
                  className={cx(
                    'ml-auto text-right font-semibold whitespace-nowrap',
                    isGain && 'text-positive',
                  )}
                >
                  <Amount text={amount} />
                </span>
              )
            )}
          </span>
          <span className={cx('block text-sm', look.line)}>{line}</span>
          {below && <span className="block text-xs text-ink-soft">{below}</span>}
        </span>
        {!aside && (
          <span className={control}>
            <ChevronRight className="size-4 text-ink-soft" aria-hidden />
          </span>
        )}
      </button>
      {aside && <span className={control}>{aside}</span>}
    </div>
  )
}
