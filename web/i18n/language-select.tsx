import { type Language, languageNames, languages } from '@krapao/contract/languages.ts'
import { Globe } from 'lucide-react'
import { chooseLanguage, currentLanguage } from './texts.ts'
import { useTranslation } from './use-translation.ts'

/**
 * The choice of language in a layout. @param onFailed called if the texts of the chosen language could not be
 * loaded
 */
export function LanguageSelect({ onFailed }: { onFailed(): void }) {
  const { t } = useTranslation()
  return (
    <label className="relative flex min-h-11 items-center gap-1.5 rounded-full px-3 text-[length:min(0.875rem,max(14px,4vw))] font-medium hover:bg-sunken">
      <Globe className="size-4.5 shrink-0 max-[359px]:hidden" aria-hidden />
      <span className="sr-only">{t('ui.language')}</span>
      <select
        value={currentLanguage()}
        onChange={(event) => chooseLanguage(event.target.value as Language).catch(onFailed)}
        className="field-sizing-content min-h-11 rounded-full bg-transparent pr-1 text-ink [&>option]:bg-card [&>option]:text-ink"
      >
        {languages.map((language) => (
          <option key={language} value={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  )
}
