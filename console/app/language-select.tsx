import { Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage, currentLanguage, type Language, languages } from './i18n.ts'

/** Each language calls itself by its own name. */
const names: Record<Language, string> = { th: 'ไทย', la: 'ລາວ', en: 'English' }

/** The language dropdown of both layouts. */
export function LanguageSelect() {
  const { t } = useTranslation()
  return (
    <label className="relative flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm font-medium hover:bg-sunken">
      <Globe className="size-4.5" aria-hidden />
      <span className="sr-only">{t('ui.language')}</span>
      <select
        value={currentLanguage()}
        onChange={(event) => chooseLanguage(event.target.value as Language)}
        className="min-h-11 rounded-full bg-transparent pr-1 text-ink [&>option]:bg-card [&>option]:text-ink"
      >
        {languages.map((language) => (
          <option key={language} value={language}>
            {names[language]}
          </option>
        ))}
      </select>
    </label>
  )
}
