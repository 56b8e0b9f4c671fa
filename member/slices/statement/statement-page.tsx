import { useTranslation } from 'react-i18next'

export default function StatementPage() {
  const { t } = useTranslation()
  return <h1>{t('statement.title')}</h1>
}
