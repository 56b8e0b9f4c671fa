import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Failed } from '@krapao/web/ui/states.tsx'
import { api } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { textOr } from '../../../app/i18n.ts'
import { useDraft } from '../../../app/use-draft.ts'
import { useOperator } from '../../../app/use-operator.ts'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toasts.ts'
import { formatWhen } from '../../../ui/when.ts'
import { type Shift, useShift, useShifts } from './queries.ts'
import { useSend } from './use-send.ts'

/** The operator's shift, what the last person left to say, and, for owner and auditor, all shifts. */
export function ShiftView() {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { data, error, refetch } = useShift()
  if (!data || !operator) {
    return error ? (
      <Failed text={errorText(error)} onRetry={refetch} />
    ) : (
      <LoadingRows className="h-24" count={2} />
    )
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
              <Close />
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
        onClick={() => send(() => api('POST /api/console/shift', {}))}
      >
        {t('work.shift.open')}
      </Button>
    </>
  )
}

function Close() {
  const { t } = useTranslation()
  const [note, setNote, forget] = useDraft('shift')
  const { busy, failure, send } = useSend()
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={async (event) => {
        event.preventDefault()
        if (!(await send(() => api('POST /api/console/shift/close', { note: note.trim() })))) return
        forget()
        toast('positive', t('work.shift.closed'))
      }}
    >
      <TextField
        label={t('work.shift.note')}
        hint={t('work.shift.noteHint')}
        name="handover"
        maxLength={1000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <p className="text-sm text-ink-soft">{t('work.shift.returns')}</p>
      <Refused text={failure === undefined ? undefined : errorText(failure)} />
      <Button
        type="submit"
        look="quiet"
        className="justify-self-start"
        busy={busy}
        busyLabel={t('desk.sending')}
      >
        {t('work.shift.close')}
      </Button>
    </form>
  )
}

function All() {
  const { t } = useTranslation()
  const list = useShifts(true)
  const shifts = list.data?.pages.flatMap((page) => page.shifts) ?? []
  return (
    <section className="grid gap-2">
      <h2 className="text-base font-semibold">{t('work.shift.all')}</h2>
      {list.error && !list.data && <Failed text={errorText(list.error)} onRetry={list.refetch} />}
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
  const held = (['claimed', 'assigned', 'chats', 'snoozed'] as const).filter((one) => summary[one] > 0)
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
      <dl className="grid grid-cols-[1fr_auto_auto] gap-x-4 gap-y-0.5">
        {summary.decisions.map(({ action, currency, count, sum }) => (
          <div key={`${action} ${currency}`} className="contents">
            <dt className="text-ink-soft">
              {textOr([`operator.action.${action.replace('.', '-')}`], action)}
            </dt>
            <dd className="text-right">{count}</dd>
            <dd className="text-right">{formatMoney(sum, currency)}</dd>
          </div>
        ))}
        <div className="contents">
          <dt className="text-ink-soft">{t('work.shift.conversations')}</dt>
          <dd className="text-right">{summary.conversations}</dd>
          <dd />
        </div>
      </dl>
      {held.length > 0 && (
        <p className="text-ink-soft">
          {t(closedAt ? 'work.shift.heldThen' : 'work.shift.held')}{' '}
          {held.map((one) => t(`work.shift.count.${one}`, { count: summary[one] })).join(' · ')}
        </p>
      )}
    </article>
  )
}
