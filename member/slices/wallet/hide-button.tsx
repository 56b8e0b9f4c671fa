import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Eye, EyeOff } from 'lucide-react'
import { setPreferences, usePreferences } from '../../frame/device/preferences.ts'

/**
 * The eye: hides the member's amounts from whoever looks over the shoulder, in this browser, until it is
 * pressed again.
 */
export function HideButton() {
  const { t } = useTranslation()
  const { hideBalance } = usePreferences()
  const Icon = hideBalance ? EyeOff : Eye
  return (
    <button
      type="button"
      aria-pressed={hideBalance}
      aria-label={t('wallet.hide')}
      title={t(hideBalance ? 'wallet.show' : 'wallet.hide')}
      onClick={() => setPreferences({ hideBalance: !hideBalance })}
      className="-my-2.5 inline-flex size-11 shrink-0 items-center justify-center rounded-full text-on-night outline-accent hover:bg-white/10"
    >
      <Icon className="size-5" aria-hidden />
    </button>
  )
}
