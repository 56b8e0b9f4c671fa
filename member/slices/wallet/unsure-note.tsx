import { Note } from '@krapao/web/ui/states.tsx'
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Nobody knows yet what became of a transfer: says that the money is safe and what to do. */
export function UnsureNote() {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <Note icon={<CircleHelp className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>{t('wallet.unsure')}</Note>
    </div>
  )
}
