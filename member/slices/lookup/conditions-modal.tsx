import { delays } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Html } from '@krapao/web/ui/html.tsx'
import { Failed } from '@krapao/web/ui/states.tsx'
import { errorText } from '../../frame/calls/errors.ts'
import { Empty } from '../../ui/empty.tsx'
import { ParagraphsSkeleton } from './paragraphs-skeleton.tsx'
import { useTexts } from './texts-query.ts'

/**
 * The conditions of use, from the menu of the logged-in layout. They load 200 ms after it opens (product.md
 * §2).
 */
export default function ConditionsModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const texts = useTexts('GET /api/lookup/conditions', delays.conditions)
  return (
    <Dialog
      wide
      title={t('lookup.conditions.title')}
      onClose={onClose}
      footer={
        <Button wide onClick={onClose}>
          {t('lookup.conditions.confirm')}
        </Button>
      }
    >
      {texts.isPending && (
        // As tall as a sheet can be, because the text is: so it does not grow when the text arrives.
        <div className="h-dvh overflow-hidden">
          <ParagraphsSkeleton count={8} lines={4} heading />
        </div>
      )}
      {texts.isError && <Failed text={errorText(texts.error)} onRetry={() => texts.refetch()} />}
      {texts.data?.conditions.length === 0 && <Empty title={t('lookup.conditions.none')} />}
      {texts.data && texts.data.conditions.length > 0 && (
        <ol className="grid gap-6">
          {texts.data.conditions.map((html) => (
            <li key={html} className="border-line not-last:border-b not-last:pb-6">
              <Html html={html} />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
