import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDay, formatMoney } from '@krapao/web/ui/format.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { textOr } from '../../../app/i18n.ts'
import { Fact } from '../../../ui/panel.tsx'
import { formatWhen } from '../../../ui/when.ts'
import type { Evidence, Item } from '../queries.ts'
import { TiedMember } from './tied-member.tsx'

/**
 * Where the money of a withdrawal comes from, in the order in which it came: paid in, played, given; then
 * what is known of the member. What speaks against paying stands above all of the item's facts (rules.md
 * §17.12).
 */
export function Origin({
  item: { currency },
  origin,
}: {
  item: Item
  origin: NonNullable<Evidence['origin']>
}) {
  const { t } = useTranslation()
  const money = (amount: number) => formatMoney(amount, currency)
  const { turnover, ever } = origin
  return (
    <section className="grid grid-cols-1 gap-3">
      <h3 className="text-sm font-semibold">{t('desk.origin.title')}</h3>
      <Part name="deposits" count={origin.deposits.length}>
        <Rows>
          {origin.deposits.map(({ at, amount }) => (
            <Fact key={at} name={formatWhen(at)}>
              {money(amount)}
            </Fact>
          ))}
        </Rows>
        {turnover && (
          <p className={cx('text-sm', turnover.staked < turnover.required && 'font-medium text-negative')}>
            {t('desk.origin.turnover', {
              staked: money(turnover.staked),
              required: money(turnover.required),
              since: formatWhen(turnover.since),
            })}
          </p>
        )}
      </Part>
      <Part name="play" count={origin.play.length}>
        <Rows>
          {origin.play.map(({ game, name, bets, stake, win }) => (
            <Fact key={game} name={`${name} · ${t('desk.origin.bets', { count: bets })}`}>
              <span className="block">{t('desk.origin.sums', { stake: money(stake), win: money(win) })}</span>
              {win !== stake && (
                <span className="block text-ink-soft">
                  {t(win >= stake ? 'desk.origin.won' : 'desk.origin.lost', {
                    amount: money(Math.abs(win - stake)),
                  })}
                </span>
              )}
            </Fact>
          ))}
        </Rows>
      </Part>
      <Part name="bonuses" count={origin.bonuses.length}>
        <Rows>
          {origin.bonuses.map(({ source, campaign, amount, creditedAt, endedAt }) => (
            <Fact key={`${campaign} ${creditedAt}`} name={`${t(`desk.origin.source.${source}`)} ${campaign}`}>
              {money(amount)}
              <span className="block text-ink-soft">
                {endedAt === null
                  ? formatWhen(creditedAt)
                  : `${formatWhen(creditedAt)} – ${formatWhen(endedAt)}`}
              </span>
            </Fact>
          ))}
        </Rows>
      </Part>
      <Part name="member">
        <Rows>
          <Fact name={t('desk.origin.memberSince')}>{formatDay(origin.memberSince)}</Fact>
          <Fact name={t('desk.origin.bankAccountSince')}>{formatDay(origin.bankAccountSince)}</Fact>
          <Fact name={t('desk.origin.ever')}>
            {t('desk.memberFacts.flow.sums', { in: money(ever.in), out: money(ever.out) })}
          </Fact>
        </Rows>
      </Part>
      <Part name="ties" count={origin.ties.length}>
        <ul className="grid grid-cols-1 gap-2">
          {origin.ties.map((tied) => (
            <TiedMember key={tied.member._id} tied={tied} />
          ))}
        </ul>
      </Part>
      <Part name="logins" count={origin.logins.length}>
        <Rows>
          {origin.logins.map(({ at, way, succeeded, browser, system, address, isNew }) => (
            <Fact key={at} name={formatWhen(at)}>
              {[browser, system, address].filter(Boolean).join(' · ')}
              <span
                className={cx(
                  'block',
                  isNew || way === 'reset' || !succeeded ? 'text-negative' : 'text-ink-soft',
                )}
              >
                {[
                  t(`desk.origin.way.${way}`),
                  ...(isNew ? [t('desk.origin.newDevice')] : []),
                  ...(succeeded ? [] : [t('desk.origin.refused')]),
                ].join(' · ')}
              </span>
            </Fact>
          ))}
        </Rows>
      </Part>
      {origin.refusals.length > 0 && (
        <Part name="refusals" count={origin.refusals.length}>
          {origin.refusals.map(({ queue, id, at, reason }) => (
            <p key={`${queue} ${id} ${at}`} className="text-sm">
              <Link href={`/${queue}/${encodeURI(id)}`} className="text-link">
                {textOr([`desk.queue.${queue}.one`], queue)}
              </Link>{' '}
              <span className="wrap-anywhere">{textOr([`desk.code.${reason}`], reason)}</span>{' '}
              <span className="text-ink-soft">{formatWhen(at)}</span>
            </p>
          ))}
        </Part>
      )}
    </section>
  )
}

const Rows = ({ children }: { children: ReactNode }) => <dl className="grid grid-cols-1 gap-1">{children}</dl>

/** @param count of rows; 0: it says that there are none */
function Part({
  name,
  count,
  children,
}: {
  name: 'deposits' | 'play' | 'bonuses' | 'member' | 'ties' | 'logins' | 'refusals'
  count?: number
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <div className="rounded-2xl bg-card px-4 py-3 text-sm">
      <h4 className="mb-1 font-semibold text-ink-soft">{t(`desk.origin.part.${name}`)}</h4>
      {count === 0 ? (
        <p className="text-ink-soft">{t('desk.memberFacts.none')}</p>
      ) : (
        <div className="grid grid-cols-1 gap-1">{children}</div>
      )}
    </div>
  )
}
