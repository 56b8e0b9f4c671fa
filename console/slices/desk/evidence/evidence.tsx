import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ItemAccount } from '../numbers/shown-number.tsx'
import type { Item } from '../queries.ts'
import { labelText, valueText } from '../words/labels.ts'

/** The facts of an item, in their order. */
export function Evidence({
  queue,
  id,
  currency,
  evidence,
}: Pick<Item, 'queue' | 'id' | 'currency' | 'evidence'>) {
  const { t } = useTranslation()
  // The item that a reversal takes back is shown by a link instead.
  const shown = evidence.filter(({ label }) => label !== 'reversedItem')
  if (shown.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{t('desk.evidence')}</h3>
      <dl className="divide-y divide-line rounded-2xl bg-card px-4">
        {shown.map(({ label, value }) => (
          <div key={label} className="grid gap-x-4 py-2 text-sm sm:grid-cols-[11rem_1fr]">
            <dt className="text-ink-soft">{labelText(queue, label)}</dt>
            <dd className="min-w-0 font-medium whitespace-pre-wrap wrap-anywhere">
              {/accountNo$/i.test(label) ? (
                <ItemAccount item={{ queue, id }} label={label} value={value} />
              ) : (
                valueText({ currency }, label, value)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
