import { Button } from '@krapao/web/ui/button.tsx'
import { useTranslation } from 'react-i18next'

/** Fetches the next page of a list, below what is there. */
export function MoreButton({
  label,
  busy,
  onClick,
  className = 'mt-4',
}: {
  label: string
  busy: boolean
  onClick(): void
  className?: string
}) {
  const { t } = useTranslation()
  return (
    <Button
      look="quiet"
      wide
      className={className}
      busy={busy}
      busyLabel={t('ui.loadingMore')}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
