import type { AnswerOf } from '@krapao/contract/client.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatAccountNo, formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { textOr } from '../../../app/i18n.ts'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { useDraft } from '../../../app/use-draft.ts'
import { useOperator } from '../../../app/use-operator.ts'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { toast } from '../../../ui/toasts.ts'
import { type Summary, usePayers, useReload } from '../queries.ts'
import { isReasonMissing, ReasonInput } from '../work/reason-input.tsx'
import { useSend } from '../work/use-send.ts'
import { WorkModal } from '../work/work-modal.tsx'
import { PayerSign } from './payer-sign.tsx'
import { Section } from './summary-section.tsx'

type Payer = AnswerOf<'GET /api/console/members/:id/payers'>['payers'][number]

/** Accounts of others that paid for a member, the remembered ones first; who may decide may forget one. */
export function Payers({ member }: Pick<Summary, 'member'>) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { data, error, refetch } = usePayers(member._id)
  const [forgetting, setForgetting] = useState<Payer>()
  const mayForget = operator !== undefined && may(operator.role, 'decide')
  return (
    <Section name="payers" {...(data && { count: data.payers.length })}>
      {data ? (
        <ul className="divide-y divide-line text-sm">
          {data.payers.map((payer) => (
            <li
              // Masked numbers of two accounts may look alike.
              key={`${payer.bankCode} ${payer.accountNo} ${payer.accountName} ${payer.remembered?._id ?? payer.lastAt}`}
              className="grid gap-1 py-2 first:pt-0 last:pb-0"
            >
              <p className="wrap-anywhere">
                <span className="block font-medium">{payer.accountName}</span>
                {textOr([`desk.bank.${payer.bankCode}`], payer.bankCode)} {formatAccountNo(payer.accountNo)}
              </p>
              {payer.lastAt !== null && (
                <p className="text-ink-soft">
                  {t('desk.known.paidTimes', {
                    count: payer.count,
                    amount: formatMoney(payer.amount, member.currency),
                    at: formatDate(payer.lastAt),
                  })}
                </p>
              )}
              {payer.remembered && <PayerSign remembered={payer.remembered} />}
              {payer.remembered && mayForget && (
                <Button
                  look="quiet"
                  className="justify-self-start"
                  aria-label={t('desk.payer.forgetNamed', { name: payer.accountName || payer.accountNo })}
                  onClick={() => setForgetting(payer)}
                >
                  {t('desk.payer.forget')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <LoadingRows className="h-14" count={1} />
      )}
      {forgetting?.remembered && (
        <ForgetModal
          id={forgetting.remembered._id}
          payer={forgetting}
          onClose={() => setForgetting(undefined)}
        />
      )}
    </Section>
  )
}

function ForgetModal({ id, payer, onClose }: { id: string; payer: Payer; onClose(): void }) {
  const { t } = useTranslation()
  const reload = useReload()
  const [reason, setReason, forgetReason] = useDraft(`payer/${id}/forget`)
  const [tried, setTried] = useState(false)
  const { busy, failure, send } = useSend()
  const isMissing = isReasonMissing(reason)

  async function submit(): Promise<void> {
    setTried(true)
    if (isMissing) return
    const isDone = await send(() =>
      api('POST /api/console/payers/:id/forget', { params: { id }, reason: reason.trim() }),
    )
    if (!isDone) return
    toast('positive', t('desk.payer.forgotten'))
    forgetReason()
    onClose()
    await reload()
  }

  return (
    <WorkModal
      title={t('desk.payer.forgetTitle')}
      label={t('desk.payer.forget')}
      busy={busy}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="font-medium wrap-anywhere">
        {payer.accountName} · {payer.bankCode} {formatAccountNo(payer.accountNo)}
      </p>
      <p>{t('desk.payer.forgetMeaning')}</p>
      <ReasonInput rows={2} value={reason} isMissing={tried && isMissing} onChange={setReason} />
    </WorkModal>
  )
}
