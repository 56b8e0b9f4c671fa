import type { AnswerOf } from '@krapao/contract/client.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '../../../frame/calls/api.ts'
import { errorText } from '../../../frame/calls/errors.ts'
import { Card } from '../../../ui/card.tsx'
import { Paged } from '../../../ui/paged.tsx'
import { Receipt } from '../../../ui/receipt.tsx'
import { BetsButton } from '../bets/bets-button.tsx'
import { bonusKey } from '../bonus.ts'

const perPage = 5

type PastBonus = AnswerOf<'POST /api/bonus/past'>['bonuses'][number]

/**
 * The member's bonuses that have ended, newest first; each opens to its reason and the figures of its end
 * (product.md §2 Bonus). Nothing where there are none.
 */
export default function PastBonuses() {
  const { t, i18n } = useTranslation()
  const [page, setPage] = useState(1)
  const past = useQuery({
    queryKey: [...bonusKey, 'past', page, i18n.language],
    queryFn: ({ signal }) => api('POST /api/bonus/past', { page, limit: perPage }, { signal }),
    placeholderData: keepPreviousData,
  })
  if (past.data?.total === 0) return null
  return (
    <Card className="grid grid-cols-1 gap-2">
      <h2 className="text-xl font-semibold">{t('pastBonus.title')}</h2>
      <Paged query={past} page={page} perPage={perPage} onPage={setPage} failure={errorText} empty={null}>
        {({ bonuses }) => (
          <ul className="divide-y divide-line">
            {bonuses.map((bonus) => (
              <Row key={bonus._id} bonus={bonus} />
            ))}
          </ul>
        )}
      </Paged>
    </Card>
  )
}

function Row({ bonus }: { bonus: PastBonus }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  const lines = useLines(bonus)
  const { title, end, endedAt, creditedAt, currency } = bonus
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex min-h-14 w-full flex-wrap items-center gap-x-3 py-2 text-left"
      >
        <span className="min-w-[min(11rem,100%)] flex-1">
          <span className="block text-base font-semibold wrap-anywhere">{title}</span>
          <span className="block text-sm text-ink-soft">
            {t(`pastBonus.end.${end}`)}
            {' · '}
            <time dateTime={endedAt}>{formatMinute(endedAt)}</time>
          </span>
        </span>
        <span className="ml-auto flex items-center gap-2 font-semibold">
          {creditedAt && formatMoney(bonus.bonus, currency)}
          <ChevronDown
            className={cx(
              'size-5 shrink-0 text-ink-soft transition-transform duration-150',
              open && 'rotate-180',
            )}
            aria-hidden
          />
        </span>
      </button>
      {open && (
        <div id={id} className="grid max-w-xl grid-cols-1 gap-3 pb-4">
          <p className="text-base text-pretty">{t(`pastBonus.why.${end}`)}</p>
          {lines.length > 0 && <Receipt id={undefined} lines={lines} />}
          {creditedAt && <BetsButton id={bonus._id} mode={bonus.condition.mode} />}
        </div>
      )}
    </li>
  )
}

/** What the end was decided by, in the order in which it is calculated. */
function useLines({ figures, deposit, bonus, condition, creditedAt, currency }: PastBonus) {
  const { t } = useTranslation()
  const money = (amount: number) => formatMoney(amount, currency)
  const lines: [string, string][] = []
  if (creditedAt) {
    lines.push([t('pastBonus.credited'), formatMinute(creditedAt)], [t('pastBonus.bonus'), money(bonus)])
    if (deposit > 0) lines.push([t('pastBonus.deposit'), money(deposit)])
  }
  if (figures) {
    const { current, required, total, returned } = figures
    const reached = t('pastBonus.of', { current: money(current), required: money(required) })
    lines.push([t(`pastBonus.${condition.mode}`), reached])
    if (condition.mode === 'turnover') lines.push([t('pastBonus.balance'), money(total)])
    if (returned !== null) {
      lines.push([t('pastBonus.returned'), money(returned)])
      lines.push([t('pastBonus.kept'), money(fromMinor(toMinor(total) - toMinor(returned)))])
    }
  }
  return lines
}
