import { useTranslation } from '@krapao/web/i18n/use-translation.ts'

/** In an amount field: takes everything that an end has. Without an end it cannot be pressed. */
export function AllButton({
  end,
  pressed,
  disabled = false,
  onPress,
}: {
  end: { name: string; amount: string } | undefined
  /** Whether the field follows the balance; absent where it does not. */
  pressed?: boolean
  disabled?: boolean
  onPress(): void
}) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled || !end}
      aria-label={end && t('wallet.allLabel', end)}
      onClick={onPress}
      className="min-h-11 rounded-xl px-3 text-sm font-semibold text-link hover:bg-sunken disabled:text-ink-soft"
    >
      {t('wallet.all')}
    </button>
  )
}
