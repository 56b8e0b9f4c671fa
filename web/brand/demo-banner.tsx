import { useTranslation } from '../i18n/use-translation.ts'
import { brand } from './brand.ts'

/** Says on every page that this is a demo (rules.md §15); nothing elsewhere. */
export function DemoBanner() {
  const { t } = useTranslation()
  if (!brand.demo) return null
  return (
    <aside className="demo-band px-4 py-1 text-center text-notice text-xs" aria-label={t('ui.demo')}>
      {t('ui.demo')}
    </aside>
  )
}
