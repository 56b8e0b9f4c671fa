import { ApiError } from '@krapao/web/api/client.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Eye } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../../app/errors.ts'
import { FormActions } from '../../../ui/form-actions.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { ReasonField, useReason } from '../decide/reason-field.tsx'
import type { Item } from '../queries.ts'
import { type ClearResult, sendClear } from '../send/send-decision.ts'
import { amountText } from '../words/labels.ts'
import { meaningText } from '../words/verbs.ts'
import { type Holder, useHeld } from '../work/use-held.ts'

/**
 * Approves several clear items of one queue with one reason, and then shows what became of each. While it is
 * open they are claimed, and those that a colleague looks at are left out, so that neither decides in vain.
 * @param items at least one, all of one queue
 */
export function ApproveClearModal({ items, onClose }: { items: Item[]; onClose(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [{ queue } = { queue: 'withdrawal' as const }] = items
  const reason = useReason({ queue, id: 'clear' }, 'approve')
  const { form, tried, busy, failure, submit } = useForm()
  const [results, setResults] = useState<ClearResult[]>()
  const formId = useId()
  const [first] = items
  const others = useHeld(items)
  const left = others ? items.filter(({ id }) => !others.has(id)) : items

  async function approve(): Promise<void> {
    const shown = left.flatMap(({ id, amount, member }) =>
      amount === null || member === null ? [] : [{ id, amount, memberId: member._id }],
    )
    try {
      setResults(await sendClear({ queue, items: shown, ...reason.said }))
      reason.forget()
    } finally {
      queries.invalidateQueries({ queryKey: ['desk'] })
    }
  }

  const label = t('desk.clear.approve', { count: left.length })
  return (
    <Dialog
      title={results ? t('desk.clear.results') : label}
      onClose={onClose}
      locked={busy}
      footer={
        results || left.length === 0 ? (
          <Button wide look="quiet" onClick={onClose}>
            {t('desk.clear.close')}
          </Button>
        ) : (
          <FormActions
            formId={formId}
            label={label}
            busy={busy || !others}
            busyLabel={t('desk.sending')}
            onCancel={onClose}
          />
        )
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => submit(event, others !== undefined && !reason.isMissing, approve)}
        className="grid gap-4"
      >
        {results ? (
          <p role="status" className="text-sm">
            {t('desk.clear.summary', {
              done: results.filter(({ code }) => code === null).length,
              count: results.length,
            })}
          </p>
        ) : (
          <Note tone="neutral">
            {first && meaningText(first, 'approve')} {t('desk.clear.what')}
          </Note>
        )}
        <ChosenItems items={items} others={others} results={results} />
        {!results && left.length > 0 && (
          <ReasonField
            item={{ queue }}
            choice="approve"
            reason={reason}
            quick={undefined}
            isMissing={tried && reason.isMissing}
          />
        )}
        <Refused text={failure === undefined ? undefined : errorText(failure)} />
      </form>
    </Dialog>
  )
}

/** The items with their sums by currency; with what became of each where that is known. */
function ChosenItems({
  items,
  others,
  results,
}: {
  items: Item[]
  others: ReadonlyMap<string, Holder> | undefined
  results: ClearResult[] | undefined
}) {
  const { t } = useTranslation()
  const sums = new Map<Item['currency'], number>()
  for (const { id, currency, amount } of items)
    if (!others?.has(id)) sums.set(currency, (sums.get(currency) ?? 0) + (amount ?? 0))
  const shownSums = [...sums].filter(([, sum]) => sum > 0)
  return (
    <div className="rounded-2xl border border-line">
      <ul aria-label={t('desk.clear.items')} className="divide-y divide-line px-4 text-sm">
        {items.map((item) => {
          const result = results?.find(({ id }) => id === item.id)
          const holder = result ? undefined : others?.get(item.id)
          return (
            <li key={item.id} className="grid gap-0.5 py-2.5">
              <span className="flex flex-wrap justify-between gap-x-3">
                <span className="min-w-0 flex-[1_1_7rem] wrap-anywhere">{item.member?.name}</span>
                <span className="shrink-0 font-semibold">{amountText(item)}</span>
              </span>
              {result && <Result result={result} />}
              {holder !== undefined && <LeftOut holder={holder} />}
            </li>
          )
        })}
      </ul>
      {!results && shownSums.length > 0 && (
        <p className="flex flex-wrap justify-between gap-x-3 border-t border-line px-4 py-2.5 font-semibold">
          <span>{t('desk.clear.sum')}</span>
          <span>{shownSums.map(([currency, sum]) => formatMoney(sum, currency)).join(' + ')}</span>
        </p>
      )}
    </div>
  )
}

/** Why an item is left out: a colleague looks at it, or has decided it since the list was read. */
function LeftOut({ holder }: { holder: Holder }) {
  const { t } = useTranslation()
  return (
    <span role="status" className="flex gap-1.5 text-notice">
      <Eye className="mt-0.5 size-4 shrink-0" aria-hidden />
      {holder ? t('desk.clear.held', { name: holder.name }) : t('desk.clear.gone')}
    </span>
  )
}

function Result({ result: { code, decidedBy } }: { result: ClearResult }) {
  const { t } = useTranslation()
  const Icon = code === null ? CircleCheck : CircleAlert
  const text =
    code === null
      ? t('desk.clear.done')
      : code !== 'ALREADY_DECIDED'
        ? errorText(new ApiError(code, 409))
        : decidedBy
          ? t('desk.clear.by', { name: decidedBy.name })
          : t('desk.clear.gone')
  return (
    <span className={code === null ? 'flex gap-1.5 text-positive' : 'flex gap-1.5 text-negative'}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      {text}
    </span>
  )
}
