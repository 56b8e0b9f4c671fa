import type { AnswerOf } from '@krapao/contract/client.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useForm } from '@krapao/web/form/use-form.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatAccountNo, formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { bankText } from '../../../app/bank-text.ts'
import { FormModal } from '../../../app/form-modal.tsx'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { useDraft } from '../../../app/use-draft.ts'
import { useOperator } from '../../../app/use-operator.ts'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { toast } from '../../../ui/toasts.ts'
import { type Summary, usePayers, useReload } from '../queries.ts'
import { changeWork } from '../work/queries.ts'
import { isReasonMissing, ReasonInput } from '../work/reason-input.tsx'
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
                {bankText(payer.bankCode)} {formatAccountNo(payer.accountNo)}
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
  const form = useForm()
  const isMissing = isReasonMissing(reason)

  async function forget(): Promise<void> {
    await changeWork(() =>
      api('POST /api/console/payers/:id/forget', { params: { id }, reason: reason.trim() }),
    )
    toast('positive', t('desk.payer.forgotten'))
    forgetReason()
    onClose()
    await reload()
  }

  return (
    <FormModal
      title={t('desk.payer.forgetTitle')}
      label={t('desk.payer.forget')}
      busyLabel={t('desk.sending')}
      form={form}
      onSubmit={(event) => form.submit(event, !isMissing, forget)}
      onClose={onClose}
    >
      <p className="font-medium wrap-anywhere">
        {payer.accountName} · {payer.bankCode} {formatAccountNo(payer.accountNo)}
      </p>
      <p>{t('desk.payer.forgetMeaning')}</p>
      <ReasonInput rows={2} value={reason} isMissing={form.tried && isMissing} onChange={setReason} />
    </FormModal>
  )
}
