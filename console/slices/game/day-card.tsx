import { dayInWords } from '@krapao/contract/dates.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { TriangleAlert, Users } from 'lucide-react'
import { Link } from 'wouter'
import { useOperator } from '../../app/use-operator.ts'
import { DayState } from './day-state.tsx'
import type { BetDay } from './queries.ts'

/** A day: whether it is closed, for whom it waits, and what each calculation came to. */
export function DayCard({ day, waitHours, onClose }: { day: BetDay; waitHours: number; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <section
      className={cx('rounded-card bg-card p-4 shadow-card', day.state === 'WAITING' && 'ring-2 ring-notice')}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="font-semibold">{dayInWords(day.day, i18n.language)}</h2>
        <DayState state={day.state} />
      </div>
      <p className="text-sm text-ink-soft">
        <Since day={day} />
      </p>
      {day.unasked.length > 0 && (
        <p className="mt-1 flex items-start gap-1.5 text-sm font-medium text-notice">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {t('game.days.unasked', { providers: day.unasked.join(', ') })}
        </p>
      )}
      {day.state === 'WAITING' && <Waiting day={day} waitHours={waitHours} onClose={onClose} />}
      {day.closing && <Closing closing={day.closing} />}
      {day.state !== 'RUNNING' && <Jobs jobs={day.jobs} />}
    </section>
  )
}

/** Since when a day is closed, or why it is not. */
function Since({ day: { day, state, closedAt, closedWith } }: { day: BetDay }) {
  const { t } = useTranslation()
  if (closedAt !== null) {
    const at = formatMinute(closedAt)
    return closedWith === null
      ? t('game.days.closedAt', { at })
      : t('game.days.closedWith', { day: dayInWords(closedWith, i18n.language), at })
  }
  return state === 'RUNNING' || state === 'OPEN' ? t(`game.days.about.${state}`, { day }) : null
}

function Waiting({ day, waitHours, onClose }: { day: BetDay; waitHours: number; onClose(): void }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { waitsFor, waitedHours } = day
  const isAsked = day.closing?.state === 'WAITING'
  if (waitsFor.length === 0) return <p className="mt-2 text-sm">{t('game.days.allAnswered')}</p>
  return (
    <div className="mt-2 grid gap-2 text-sm">
      <div>
        <h3 className="font-medium">{t('game.days.waitsFor')}</h3>
        <ul className="grid gap-0.5">
          {waitsFor.map(({ code, askedAt }) => (
            <li key={code}>
              <span className="font-medium">{code}</span>{' '}
              <span className="text-ink-soft">
                {askedAt === null
                  ? t('game.days.neverAsked')
                  : t('game.days.askedAt', { at: formatMinute(askedAt) })}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <p>{t('game.days.waited', { hours: waitedHours ?? 0, most: waitHours })}</p>
      {!isAsked &&
        (!day.mayClose ? (
          <p className="text-ink-soft">{t('game.days.first')}</p>
        ) : operator && may(operator.role, 'decide') ? (
          <Button look="quiet" className="justify-self-start" onClick={onClose}>
            {t('game.days.close.button')}
          </Button>
        ) : (
          <p className="text-ink-soft">{t('game.days.notYours')}</p>
        ))}
    </div>
  )
}

/** Who asked to close it without providers, why, and what became of it. */
function Closing({ closing }: { closing: NonNullable<BetDay['closing']> }) {
  const { t } = useTranslation()
  const { _id, state, madeBy, madeAt, decidedBy, reason } = closing
  return (
    <div className="mt-2">
      <Note icon={<Users className="mt-0.5 size-5 shrink-0" aria-hidden />}>
        <p>
          {t(`game.days.closing.${state}`, {
            name: madeBy.name,
            by: decidedBy?.name,
            at: formatMinute(madeAt),
          })}
        </p>
        <p className="text-ink-soft wrap-anywhere">{reason}</p>
        <Link href={`/bet-day/${_id}`} className="inline-flex min-h-11 items-center font-medium text-link">
          {t('game.days.closing.open')}
        </Link>
      </Note>
    </div>
  )
}

function Jobs({ jobs }: Pick<BetDay, 'jobs'>) {
  const { t } = useTranslation()
  return (
    <dl className="mt-3 grid gap-3 border-t border-line pt-3 text-sm sm:grid-cols-2">
      {jobs.map(({ job, state, calculatedAt, sums }) => (
        <div key={job} className="min-w-0">
          <dt className="font-medium">{t(`game.days.job.${job}`)}</dt>
          {sums.map(({ currency, members, rewarded, amount }) => (
            <dd key={currency}>
              <span className="text-base font-semibold">{formatMoney(amount, currency)}</span>{' '}
              <span className="text-ink-soft">{t(`game.days.sum.${job}`, { members, rewarded })}</span>
            </dd>
          ))}
          {state === 'DONE' && sums.length === 0 && <dd>{t('game.days.nobody')}</dd>}
          <dd className="text-ink-soft">
            {calculatedAt === null
              ? t(`game.days.jobState.${state}`)
              : t('game.days.calculatedAt', { at: formatMinute(calculatedAt) })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
