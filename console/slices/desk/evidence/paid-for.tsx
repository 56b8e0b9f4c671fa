import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import type { Evidence, Item } from '../queries.ts'

/** The members to whom money of the item's sender was credited before. */
export function PaidFor({ item, paidFor }: { item: Item; paidFor: NonNullable<Evidence['paidFor']> }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{t('desk.known.paidFor')}</h3>
      <ul className="divide-y divide-line rounded-2xl bg-card px-4 text-sm">
        {paidFor.map(({ member, count, amount, lastAt }) => (
          <li key={member._id} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="font-medium">
              {member.name} · {member.username}
            </span>
            <span className="text-ink-soft">
              {t('desk.known.paidTimes', {
                count,
                amount: formatMoney(amount, item.currency),
                at: formatDate(lastAt),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
