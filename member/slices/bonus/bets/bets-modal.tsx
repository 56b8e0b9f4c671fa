import type { AnswerOf } from '@krapao/contract/client.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../frame/calls/api.ts'
import { errorText } from '../../../frame/calls/errors.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Paged } from '../../../ui/paged.tsx'
import { Receipt } from '../../../ui/receipt.tsx'
import { useWallet } from '../../wallet/public.ts'
import { bonusKey } from '../bonus.ts'
import { productName } from '../condition-words.ts'
import { gameNames } from '../open-bets.ts'

const perPage = 10

type Page = AnswerOf<'POST /api/bonus/bets/:id'>
type Bet = Page['bets'][number]

/** The bets that a bonus was played with, and what each added to its turnover (product.md §2 Bonus). */
export default function BetsModal({
  id,
  mode,
  onClose,
}: {
  id: string
  mode: 'turnover' | 'balance'
  onClose(): void
}) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const bets = useQuery({
    queryKey: [...bonusKey, 'bets', id, page],
    queryFn: ({ signal }) =>
      api('POST /api/bonus/bets/:id', { params: { id }, page, limit: perPage }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog title={t('bonus.bets')} onClose={onClose}>
      <div className="grid grid-cols-1 gap-3 pb-4">
        <p className="text-sm text-pretty text-ink-soft">{t(`bonusBets.lead.${mode}`)}</p>
        {mode === 'turnover' && bets.data && <Receipt id={undefined} lines={linesOf(bets.data)} />}
        <Paged
          query={bets}
          page={page}
          perPage={perPage}
          onPage={setPage}
          failure={errorText}
          empty={<Empty title={t('bonusBets.empty')} text={t('bonusBets.emptyText')} />}
        >
          {({ bets, currency }) => (
            <ul className="divide-y divide-line">
              {bets.map((bet) => (
                <Row key={`${bet.game} ${bet._id}`} {...{ bet, mode, currency }} />
              ))}
            </ul>
          )}
        </Paged>
      </div>
    </Dialog>
  )

  function linesOf({ turnover, earlier, currency }: Page): [string, string][] {
    const lines: [string, string][] = [[t('bonusBets.turnover'), formatMoney(turnover, currency)]]
    if (earlier !== 0) lines.push([t('bonusBets.earlier'), formatMoney(earlier, currency)])
    return lines
  }
}

/** A difference may be negative; it has a minus of the letters' own width. */
const moneyOf = (amount: number, currency: Page['currency']): string =>
  `${amount < 0 ? '−' : ''}${formatMoney(Math.abs(amount), currency)}`

function Row({
  bet,
  mode,
  currency,
}: {
  bet: Bet
  mode: 'turnover' | 'balance'
  currency: Page['currency']
}) {
  const { t } = useTranslation()
  const { data: wallet } = useWallet()
  const { game, product, settledAt, isCorrection, stake, win, added, own } = bet
  const money = (amount: number) => moneyOf(amount, currency)
  const changed = mode === 'turnover' ? added : fromMinor(toMinor(win) - toMinor(stake))
  return (
    <li className="grid gap-0.5 py-3 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-base">
        <span className="min-w-28 flex-1 font-semibold wrap-anywhere">
          {gameNames([game], wallet?.slots ?? [])}
          <span className="font-normal text-ink-soft"> · {productName(t, product)}</span>
        </span>
        <span
          className={cx(
            'ml-auto text-right font-semibold whitespace-nowrap',
            changed > 0 && 'text-positive',
            changed === 0 && 'text-ink-soft',
          )}
        >
          <span className="sr-only">{t(`bonusBets.changed.${mode}`)} </span>
          {changed > 0 && '+'}
          {money(changed)}
        </span>
      </span>
      <span className="text-ink-soft">
        <time dateTime={settledAt}>{formatMinute(settledAt)}</time>
        {isCorrection && <span className="font-semibold text-notice"> · {t('bonusBets.correction')}</span>}
      </span>
      <span>{t('bonusBets.result', { stake: money(stake), win: money(win) })}</span>
      {[...reckoned(), ...ownMoney()].map((sentence) => (
        <span key={sentence} className="text-pretty text-ink-soft">
          {sentence}
        </span>
      ))}
    </li>
  )

  /** How it came to what it added; of own money nothing is reckoned. */
  function reckoned(): string[] {
    const { validStake, weight, ownStake } = bet
    if (weight === null || own === 'all') return []
    if (validStake === 0 && stake !== 0) return [t('bonusBets.noRisk')]
    const counts = own === 'part' ? fromMinor(toMinor(validStake) - toMinor(ownStake)) : validStake
    return [t('bonusBets.counts', { stake: money(counts), percent: weight })]
  }

  function ownMoney(): string[] {
    if (own === 'none') return []
    return [own === 'all' ? t('bonusBets.own.all') : t('bonusBets.own.part', { amount: money(bet.ownStake) })]
  }
}
