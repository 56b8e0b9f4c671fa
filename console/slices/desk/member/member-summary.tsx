import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDay, formatMoney } from '@krapao/web/ui/format.ts'
import { ChevronRight, RefreshCw, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { bankText } from '../../../app/bank-text.ts'
import { errorText } from '../../../app/errors.ts'
import { textOr } from '../../../app/i18n.ts'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { Fact, PanelTitle } from '../../../ui/panel.tsx'
import { formatWhen, useNow, waitOf } from '../../../ui/when.ts'
import { EndBonus } from '../bonus-end/end-bonus.tsx'
import { MemberAccount, MemberPhone } from '../numbers/shown-number.tsx'
import { type Summary, useSummary } from '../queries.ts'
import { Payers } from './payers.tsx'
import { Section } from './summary-section.tsx'

/**
 * What operators need to know of a member: while they answer, and while they decide about money.
 * @param notes shown between what waits and what was
 */
export function MemberSummary({ memberId, notes }: { memberId: string; notes?: ReactNode }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useSummary(memberId)
  if (!data) {
    return error ? <NotLoaded error={error} onRetry={refetch} /> : <LoadingRows className="h-28" count={4} />
  }
  return (
    <>
      {error && (
        <p role="alert" className="text-sm text-negative">
          {errorText(error)}
        </p>
      )}
      <Who
        member={data.member}
        action={
          <IconButton
            label={t('desk.memberFacts.refresh')}
            aria-disabled={isFetching}
            onClick={() => !isFetching && refetch()}
            className="-my-2 -mr-2 text-ink-soft"
          >
            <RefreshCw className={cx('size-4.5', isFetching && 'animate-spin')} aria-hidden />
          </IconButton>
        }
      />
      <Money {...data} />
      <Flow {...data} />
      <Waiting waiting={data.waiting} />
      {notes}
      {data.bonus && <Bonus bonus={data.bonus} member={data.member} />}
      <Movements name="deposits" rows={data.deposits} />
      <Payers member={data.member} />
      <Movements name="withdrawals" rows={data.withdrawals} />
      <Slips {...data} />
      <Refusals refusals={data.refusals} />
    </>
  )
}

function Who({ member, action }: { member: Summary['member']; action: ReactNode }) {
  const { t } = useTranslation()
  return (
    <section className="rounded-2xl bg-card px-4 py-3">
      <PanelTitle icon={<UserRound className="size-5 shrink-0 text-ink-soft" aria-hidden />} action={action}>
        {member.name}
        {!member.isActive && (
          <span className="ml-2 rounded-full bg-negative-soft px-2 py-0.5 text-xs font-semibold text-negative">
            {t('desk.memberFacts.inactive')}
          </span>
        )}
      </PanelTitle>
      <p className="mb-1 text-sm">
        <MemberPhone
          member={member}
          whole={(phone) => (
            <a href={`tel:${phone}`} className="text-link">
              {phone}
            </a>
          )}
        />
      </p>
      <dl className="grid gap-1 text-sm">
        <Fact name={t('desk.memberFacts.fact.id')}>{member._id}</Fact>
        <Fact name={t('desk.memberFacts.fact.bank')}>
          {member.bankCode} <MemberAccount member={member} />
          <span className="block text-ink-soft">{member.bankAccountName}</span>
        </Fact>
        <Fact name={t('desk.memberFacts.fact.since')}>{formatDay(member.createdAt)}</Fact>
      </dl>
    </section>
  )
}

function Money({ member: { currency }, money }: Pick<Summary, 'member' | 'money'>) {
  const { t } = useTranslation()
  return (
    <Section name="money">
      <dl className="grid gap-1 text-sm">
        <Fact name={t('desk.memberFacts.fact.wallet')} strong>
          {formatMoney(money.wallet, currency)}
        </Fact>
        {money.withdrawing > 0 && (
          <Fact name={t('desk.memberFacts.fact.withdrawing')}>
            {formatMoney(money.withdrawing, currency)}
          </Fact>
        )}
        {money.inTransit > 0 && (
          <Fact name={t('desk.memberFacts.fact.inTransit')}>{formatMoney(money.inTransit, currency)}</Fact>
        )}
        {money.games.map(({ code, name, amount, isStale }) => (
          <Fact key={code} name={name}>
            {formatMoney(amount, currency)}
            {isStale && <span className="block text-xs text-notice">{t('desk.memberFacts.stale')}</span>}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}

/** Deposits and withdrawals, so that a withdrawal is seen beside what it was made from. */
function Flow({ flow, member: { currency } }: Pick<Summary, 'flow' | 'member'>) {
  const { t } = useTranslation()
  return (
    <Section name="flow">
      <dl className="grid gap-1 text-sm">
        {(['day', 'month', 'ever'] as const).map((span) => (
          <Fact key={span} name={t(`desk.memberFacts.flow.${span}`)}>
            {t('desk.memberFacts.flow.sums', {
              in: formatMoney(flow[span].in, currency),
              out: formatMoney(flow[span].out, currency),
            })}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}

function Waiting({ waiting }: Pick<Summary, 'waiting'>) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <Section name="waiting" count={waiting.length}>
      {waiting.map(({ queue, id, createdAt, amount, currency }) => {
        const { unit, count } = waitOf(createdAt, now)
        return (
          <Link
            key={`${queue} ${id}`}
            href={`/${queue}/${encodeURI(id)}`}
            className="-mx-2 flex min-h-11 items-center gap-2 rounded-xl px-2 py-1 text-sm hover:bg-sunken"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium text-link">
                {textOr([`desk.queue.${queue}.one`], queue)}
              </span>
              <span className="block text-xs text-ink-soft">{t(`ui.ago.${unit}`, { count })}</span>
            </span>
            {amount !== null && amount > 0 && (
              <span className="shrink-0 font-semibold">{formatMoney(amount, currency)}</span>
            )}
            <ChevronRight className="size-4 shrink-0 text-ink-soft" aria-hidden />
          </Link>
        )
      })}
    </Section>
  )
}

function Bonus({
  bonus,
  member: { _id, currency },
}: {
  bonus: NonNullable<Summary['bonus']>
  member: Summary['member']
}) {
  const { t } = useTranslation()
  const { title, state, progress } = bonus
  return (
    <Section name="bonus">
      <p className="text-sm font-medium">{title}</p>
      <p className="text-sm text-ink-soft">{t(`desk.memberFacts.bonusState.${state}`)}</p>
      {progress && (
        <p className="text-sm">
          {t('desk.memberFacts.bonusProgress', {
            current: formatMoney(progress.current, currency),
            required: formatMoney(progress.required, currency),
          })}
        </p>
      )}
      {state === 'ACTIVE' && <EndBonus memberId={_id} />}
    </Section>
  )
}

type Row = Summary['deposits'][number]

const Movements = ({ name, rows }: { name: 'deposits' | 'withdrawals'; rows: Row[] }) => (
  <Section name={name} count={rows.length}>
    <ul className="grid grid-cols-1 gap-1.5">
      {rows.map(({ _id, amount, currency, status, createdAt, from, to }) => (
        <Entry key={_id} what={bankText(name === 'deposits' ? from : to)} at={createdAt} status={status}>
          {formatMoney(amount, currency)}
        </Entry>
      ))}
    </ul>
  </Section>
)

function Slips({ slips, member: { currency } }: Pick<Summary, 'slips' | 'member'>) {
  const { t } = useTranslation()
  return (
    <Section name="slips" count={slips.length}>
      <ul className="grid grid-cols-1 gap-1.5">
        {slips.map(({ _id, amount, status, createdAt, reference }) => (
          <Entry key={_id} what={reference ?? t('desk.memberFacts.reading')} at={createdAt} status={status}>
            {amount > 0 ? formatMoney(amount, currency) : ''}
          </Entry>
        ))}
      </ul>
    </Section>
  )
}

function Refusals({ refusals }: Pick<Summary, 'refusals'>) {
  if (refusals.length === 0) return null
  return (
    <Section name="refusals">
      <ul className="grid grid-cols-1 gap-2 text-sm">
        {refusals.map(({ queue, id, at, operator, reason }) => (
          <li key={`${queue} ${id} ${at}`}>
            <Link href={`/${queue}/${encodeURI(id)}`} className="font-medium text-link">
              {textOr([`desk.queue.${queue}.one`], queue)}
            </Link>
            <span className="block wrap-anywhere">{reason}</span>
            <span className="block text-xs text-ink-soft">
              {operator} · {formatWhen(at)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** One movement or slip. Success goes without saying; everything else is said in words. */
function Entry({
  what,
  at,
  status,
  children,
}: {
  what: string
  at: string
  status: Row['status']
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-start gap-x-3 text-sm">
      <span className="min-w-0 flex-1 basis-28">
        <span className="block wrap-anywhere">{what}</span>
        <span className="block text-xs text-ink-soft">{formatWhen(at)}</span>
      </span>
      <span className="ml-auto text-right">
        <span className="block font-medium">{children}</span>
        <span
          className={cx(
            'block text-xs',
            status === 'FAILED' ? 'text-negative' : status === 'PENDING' ? 'text-notice' : 'text-ink-soft',
          )}
        >
          {t(`desk.memberFacts.status.${status}`)}
        </span>
      </span>
    </li>
  )
}
