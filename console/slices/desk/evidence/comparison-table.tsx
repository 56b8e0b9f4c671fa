import { type ComparisonResult, compare } from '@krapao/contract/comparison.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp } from 'lucide-react'
import { ItemAccount, MemberAccount } from '../numbers/shown-number.tsx'
import type { Item, Member } from '../queries.ts'
import { labelText, valueText } from '../words/labels.ts'

const looks: Record<ComparisonResult, { icon: typeof CircleCheck; colour: string }> = {
  same: { icon: CircleCheck, colour: 'text-positive' },
  fits: { icon: CircleDashed, colour: 'text-positive' },
  differs: { icon: CircleAlert, colour: 'text-negative' },
  unclear: { icon: CircleHelp, colour: 'text-notice' },
}

const isAccount = (label: string): boolean => /accountNo$/i.test(label)

/** Whether the money goes to just the account that the member has registered, which one line says. */
export function isOwnAccount(item: Item, member: Member): boolean {
  const lines = compare(item, member, item.compared)
  return lines.length > 0 && lines.every(({ isPayee, result }) => isPayee && result === 'same')
}

/** The evidence beside the member's registered data; each line says in a word whether they agree. */
export function ComparisonTable({ item, member }: { item: Item; member: Member }) {
  const { t } = useTranslation()
  // The server has compared with the item's own member, where numbers are masked to the reader.
  const lines = compare(item, member, member._id === item.member?._id ? item.compared : undefined)
  if (lines.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{t('desk.compare.title')}</h3>
      <table className="w-full rounded-2xl bg-card text-left text-sm wrap-break-word">
        <thead>
          <tr className="text-xs text-ink-soft">
            <th scope="col" className="py-2 pr-2 pl-4 font-medium">
              <span className="sr-only">{t('desk.compare.what')}</span>
            </th>
            <th scope="col" className="px-2 py-2 font-medium">
              {t(`desk.compare.${lines.some(({ isPayee }) => isPayee) ? 'payee' : 'claimed'}`)}
            </th>
            <th scope="col" className="px-2 py-2 font-medium">
              {t('desk.compare.registered')}
            </th>
            <th scope="col" className="hidden py-2 pr-4 pl-2 font-medium sm:table-cell">
              <span className="sr-only">{t('desk.compare.result')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {lines.map(({ label, claimed, registered, result }) => {
            const { icon: Icon, colour } = looks[result]
            const resultLine = (
              <>
                <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
                {t(`desk.compare.${result}`)}
              </>
            )
            return (
              <tr key={label} className={cx('align-top', result === 'differs' && 'bg-negative-soft')}>
                <th scope="row" className="py-2 pr-2 pl-4 font-normal text-ink-soft">
                  {labelText(item.queue, label)}
                </th>
                <td className="px-2 py-2 font-medium">
                  {isAccount(label) && claimed !== '' ? (
                    <ItemAccount item={item} label={label} value={claimed} />
                  ) : (
                    valueText(item, label, claimed) || '–'
                  )}
                </td>
                <td className="py-2 pr-4 pl-2 font-medium sm:pr-2">
                  {isAccount(label) ? <MemberAccount member={member} /> : valueText(item, label, registered)}
                  {/* Phones are too narrow for another column. */}
                  <span className={cx('flex items-start gap-1.5 sm:hidden', colour)}>{resultLine}</span>
                </td>
                <td className={cx('hidden py-2 pr-4 pl-2 font-medium sm:table-cell', colour)}>
                  <span className="flex items-start gap-1.5">{resultLine}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
