import { useTranslation } from 'react-i18next'
import { CopyButton } from './copy.tsx'

/** The reference by which support finds a case, small, with a button that copies it. */
export function Reference({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-1 text-xs">
      <span className="min-w-0 break-all">
        {t('ui.reference')} {id}
      </span>
      <CopyButton text={id} label={t('ui.copyReference')} />
    </span>
  )
}
