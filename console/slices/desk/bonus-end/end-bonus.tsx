import type { AnswerOf } from '@krapao/contract/client.ts'
import { type BonusEndWay, bonusEndWays } from '@krapao/contract/slices/bonus/bonus-end.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../../app/api.ts'
import { FormModal } from '../../../app/form-modal.tsx'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { useDraft } from '../../../app/use-draft.ts'
import { useOperator } from '../../../app/use-operator.ts'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { toast } from '../../../ui/toasts.ts'
import { formatWhen } from '../../../ui/when.ts'
import { useReload } from '../queries.ts'
import { sendBonusEnd } from '../send/send-decision.ts'
import { isReasonMissing, ReasonInput } from '../work/reason-input.tsx'

type Endable = NonNullable<AnswerOf<'GET /api/console/members/:id/bonus/end'>['bonus']>

/** Asks that a member's running bonus ends; a second person approves it at the desk (rules.md §7.7). */
export function EndBonus({ memberId }: { memberId: string }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const [isOpen, setOpen] = useState(false)
  if (!operator || !may(operator.role, 'decide')) return null
  return (
    <>
      <Button look="quiet" className="mt-2 justify-self-start" onClick={() => setOpen(true)}>
        {t('desk.memberFacts.bonusEnd.ask')}
      </Button>
      {isOpen && <EndModal memberId={memberId} onClose={() => setOpen(false)} />}
    </>
  )
}

function EndModal({ memberId, onClose }: { memberId: string; onClose(): void }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['bonus-end', memberId],
    queryFn: ({ signal }) =>
      api('GET /api/console/members/:id/bonus/end', { params: { id: memberId } }, { signal }),
    // The figures are those of the moment in which it is opened.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (data?.bonus && data.bonus.waiting === null) {
    return (
      <AskModal
        key={data.bonus._id}
        memberId={memberId}
        bonus={data.bonus}
        onClose={onClose}
        onAgain={refetch}
      />
    )
  }
  return (
    <Dialog title={t('desk.memberFacts.bonusEnd.ask')} onClose={onClose}>
      {data?.bonus ? (
        <div className="grid gap-3">
          <p>{t('desk.memberFacts.bonusEnd.waits')}</p>
          <Link
            href={`/bonus-end/${data.bonus.waiting}`}
            className={`${buttonClass('quiet')} justify-self-start`}
            onClick={onClose}
          >
            {t('desk.memberFacts.bonusEnd.open')}
          </Link>
        </div>
      ) : data ? (
        <p>{t('desk.memberFacts.bonusEnd.gone')}</p>
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <LoadingRows className="h-14" count={3} />
      )}
    </Dialog>
  )
}

/** @param onAgain reads the figures again, where they have changed */
function AskModal({
  memberId,
  bonus,
  onClose,
  onAgain,
}: {
  memberId: string
  bonus: Endable
  onClose(): void
  onAgain(): Promise<unknown>
}) {
  const { t } = useTranslation()
  const reload = useReload()
  const [way, setWay] = useState<BonusEndWay>('GIVE_BACK')
  const [reason, setReason, forgetReason] = useDraft(`bonus-end/${bonus._id}`)
  const form = useForm()
  const isMissing = isReasonMissing(reason)
  const figuresOf = (of: BonusEndWay) => (of === 'GIVE_BACK' ? bonus.giveBack : bonus.inFavour)
  const money = (amount: number) => formatMoney(amount, bonus.currency)

  async function ask(): Promise<void> {
    try {
      await sendBonusEnd(memberId, { bonusId: bonus._id, way, ...figuresOf(way), reason: reason.trim() })
    } catch (error) {
      await onAgain()
      throw error
    }
    await reload()
    toast('positive', t('desk.memberFacts.bonusEnd.asked'))
    forgetReason()
    onClose()
  }

  return (
    <FormModal
      title={t('desk.memberFacts.bonusEnd.title', { title: bonus.title })}
      label={t('desk.memberFacts.bonusEnd.ask')}
      look="danger"
      busyLabel={t('desk.sending')}
      form={form}
      onSubmit={(event) => form.submit(event, !isMissing, ask)}
      onClose={onClose}
    >
      <Note>{t('desk.memberFacts.bonusEnd.meaning')}</Note>
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{t('desk.memberFacts.bonusEnd.way')}</legend>
        {bonusEndWays.map((one) => (
          <label
            key={one}
            className={cx(
              'flex min-h-11 items-start gap-3 rounded-xl border px-3 py-2.5 text-sm',
              one === way ? 'border-link bg-sunken' : 'border-line',
            )}
          >
            <input
              type="radio"
              name="way"
              className="mt-0.5 size-4.5 shrink-0 accent-link"
              checked={one === way}
              onChange={() => setWay(one)}
            />
            <span>
              <span className="block font-medium">{t(`desk.memberFacts.bonusEnd.${one}`)}</span>
              <span className="block text-ink-soft">
                {t(`desk.memberFacts.bonusEnd.${one}Text`, {
                  returned: money(figuresOf(one).returned),
                  kept: money(figuresOf(one).kept),
                })}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {bonus.hindered && (
        <p className="text-sm text-ink-soft">
          {t('desk.memberFacts.bonusEnd.hindered', { at: formatWhen(bonus.hindered.since) })}
        </p>
      )}
      {bonus.silentGames.length > 0 && (
        <p className="text-sm text-notice">
          {t('desk.memberFacts.bonusEnd.silent', { games: bonus.silentGames.join(', ') })}
        </p>
      )}
      <ReasonInput
        hint={t('desk.reasonHint')}
        value={reason}
        isMissing={form.tried && isMissing}
        onChange={setReason}
      />
    </FormModal>
  )
}
