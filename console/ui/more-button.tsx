import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'

/** Loads the next page of a list, below the rows that are shown. */
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
