import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { RefreshCw } from 'lucide-react'

/**
 * Above a question that is asked again, because its figures are not those that the member had agreed to.
 * @param text where the usual one, by which nothing was moved, is not right
 */
export function FiguresChanged({ text }: { text?: string }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <Note icon={<RefreshCw className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
        {text ?? t('ui.figuresChanged')}
      </Note>
    </div>
  )
}
