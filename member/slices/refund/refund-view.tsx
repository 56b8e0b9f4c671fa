import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import { Empty } from '../../ui/empty.tsx'
import { Figure } from '../../ui/figure.tsx'
import { confirm } from '../../ui/overlay.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import { ConditionList } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'
import type { RefundCheck } from './refund.ts'
import { RefundCalculation } from './refund-calculation.tsx'
import { RefundLog } from './refund-log.tsx'
import { useRefund } from './use-refund.ts'

/** What can be claimed and what was claimed, how it was calculated, and the claims so far. */
export function RefundView({
  wallet,
  check,
  onBonus,
}: {
  wallet: Wallet
  check: RefundCheck
  onBonus(): void
}) {
  const { t } = useTranslation()
  const claim = useRefund(wallet, 'claim', true)
  const move = useRefund(wallet, 'move', true)
  const { result, bonus, info, refundAmount, claimable, condition, days, currency } = check
  const canClaim = result && !bonus
  const money = (amount: number) => formatMoney(amount, currency)

  async function askToMove(): Promise<void> {
    const text = (
      <div className="grid gap-3">
        <p>{t('refund.moveText')}</p>
        {condition && <ConditionList condition={condition} amount={refundAmount} currency={currency} />}
      </div>
    )
    const question = {
      title: t('refund.moveAsk'),
      text,
      confirm: t('refund.moveAmount', { amount: money(refundAmount) }),
    }
    if (move.isUnsure || (await confirm(question))) await move.send()
  }

  return (
    <div className="grid grid-cols-1 content-start gap-4">
      {bonus && (
        <Note icon={<Gift className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
          <p>{t('refund.bonusOpen')}</p>
          <p>{t('refund.bonusEnd')}</p>
          <button
            type="button"
            onClick={onBonus}
            className="min-h-11 font-semibold underline underline-offset-4"
          >
            {t('refund.bonusLink')}
          </button>
        </Note>
      )}
      <Part label={t('refund.claimable')} amount={money(claimable)}>
        {claim.isUnsure && <UnknownOutcome text={t('bonus.unsure')} />}
        <Button
          wide
          look={canClaim || claim.isUnsure ? 'primary' : 'quiet'}
          busy={claim.sending}
          busyLabel={t('bonus.busy')}
          disabled={!claim.isUnsure && !canClaim}
          onClick={claim.send}
        >
          {claim.isUnsure
            ? t('bonus.checkAgain')
            : result
              ? t('refund.claimAmount', { amount: money(claimable) })
              : t('refund.claim')}
        </Button>
      </Part>
      <Part label={t('refund.claimed')} amount={money(refundAmount)}>
        {move.isUnsure && <UnknownOutcome text={t('bonus.unsure')} />}
        <Button
          wide
          look={refundAmount > 0 && !canClaim ? 'primary' : 'quiet'}
          busy={move.sending}
          busyLabel={t('ui.busy.transferring')}
          disabled={!move.isUnsure && (bonus || refundAmount === 0)}
          onClick={askToMove}
        >
          {t(move.isUnsure ? 'bonus.checkAgain' : 'refund.move')}
        </Button>
      </Part>
      {info && <Html html={info} />}
      {days.length > 0 ? (
        <RefundCalculation days={days} currency={currency} />
      ) : (
        claimable === 0 && <Empty title={t('refund.nothing')} text={t('refund.nothingText')} />
      )}
      <RefundLog />
    </div>
  )
}

const Part = ({ label, amount, children }: { label: string; amount: string; children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-3 rounded-2xl border border-line px-4 py-3">
    <div>
      <h3 className="text-sm text-ink-soft">{label}</h3>
      <Figure text={amount} rem={1.75} className="font-bold" />
    </div>
    {children}
  </section>
)
