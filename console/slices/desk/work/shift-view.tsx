import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useSend } from '@krapao/web/form/use-send.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { useOperator } from '../../../app/use-operator.ts'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { formatWhen } from '../../../ui/when.ts'
import { CloseShiftModal } from './close-shift-modal.tsx'
import { changeWork, type Shift, useShift, useShifts } from './queries.ts'
import { Decisions, Held } from './shift-summary.tsx'

/** The operator's shift, what the last person left to say, and, for owner and auditor, all shifts. */
export function ShiftView() {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { data, error, refetch } = useShift()
  if (!data || !operator) {
    return error ? <NotLoaded error={error} onRetry={refetch} /> : <LoadingRows className="h-24" count={2} />
  }
  const { shift, last } = data
  return (
    <div className="grid gap-5">
      {last && (
        <section className="grid gap-1.5">
          <h2 className="text-base font-semibold">{t('work.shift.last')}</h2>
          <ShiftCard shift={last} />
        </section>
      )}
      {may(operator.role, 'answerChats') && (
        <section className="grid gap-2">
          <h2 className="text-base font-semibold">{t('work.shift.yours')}</h2>
          {shift ? (
            <>
              <ShiftCard shift={shift} />
              <Close shift={shift} />
            </>
          ) : (
            <Open />
          )}
        </section>
      )}
      {may(operator.role, 'readAudit') && <All />}
    </div>
  )
}

function Open() {
  const { t } = useTranslation()
  const { busy, failure, send } = useSend()
  return (
    <>
      <p className="text-sm text-ink-soft">{t('work.shift.none')}</p>
      <Refused text={failure === undefined ? undefined : errorText(failure)} />
      <Button
        className="justify-self-start"
        busy={busy}
        busyLabel={t('desk.sending')}
        onClick={() => send(() => changeWork(() => api('POST /api/console/shift', {})))}
      >
        {t('work.shift.open')}
      </Button>
    </>
  )
}

function Close({ shift }: { shift: Shift }) {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button look="quiet" className="justify-self-start" onClick={() => setIsAsked(true)}>
        {t('work.shift.close')}
      </Button>
      {isAsked && <CloseShiftModal shift={shift} onClose={() => setIsAsked(false)} />}
    </>
  )
}

function All() {
  const { t } = useTranslation()
  const list = useShifts(true)
  const shifts = list.data?.pages.flatMap((page) => page.shifts) ?? []
  return (
    <section className="grid gap-2">
      <h2 className="text-base font-semibold">{t('work.shift.all')}</h2>
      {list.error && !list.data && <NotLoaded error={list.error} onRetry={list.refetch} />}
      {list.isLoading && <LoadingRows className="h-24" count={2} />}
      {list.data && shifts.length === 0 && <p className="text-sm text-ink-soft">{t('work.shift.noneYet')}</p>}
      {shifts.map((shift) => (
        <ShiftCard key={shift._id} shift={shift} />
      ))}
      {list.hasNextPage && (
        <MoreButton
          label={t('work.older')}
          busy={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        />
      )}
    </section>
  )
}

/** One shift: who, when, what was done and held, and the note. */
function ShiftCard({ shift }: { shift: Shift }) {
  const { t } = useTranslation()
  const { operator, openedAt, closedAt, note, summary } = shift
  return (
    <article className="grid gap-1.5 rounded-2xl bg-card px-4 py-3 text-sm">
      <p>
        <span className="font-semibold wrap-anywhere">{operator.name}</span>{' '}
        <span className="text-ink-soft">
          {closedAt
            ? t('work.shift.fromTo', { from: formatWhen(openedAt), to: formatWhen(closedAt) })
            : t('work.shift.since', { at: formatWhen(openedAt) })}
        </span>
      </p>
      {note && <p className="rounded-xl bg-sunken px-3 py-2 whitespace-pre-wrap wrap-anywhere">{note}</p>}
      <Decisions summary={summary} />
      <Held title={t(closedAt ? 'work.shift.heldThen' : 'work.shift.held')} summary={summary} />
    </article>
  )
}
