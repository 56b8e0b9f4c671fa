import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { Gift } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { Figure } from '../../ui/figure.tsx'
import { FiguresChanged } from '../../ui/figures-changed.tsx'
import { confirm, toast } from '../../ui/overlay.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import { ConditionCost, ConditionList, expectedOf, type Offered, useObstacle } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'
import type { RefundCheck } from './refund.ts'
import { RefundCalculation } from './refund-calculation.tsx'
import { RefundLog } from './refund-log.tsx'
import { useRefund } from './use-refund.ts'

/**
 * The member's cashback, and one button that takes it: what can be claimed is claimed, and everything claimed comes into the
 * wallet. How it was calculated, and the claims so far.
 */
export function RefundView({
  wallet,
  check,
  onBonus,
  onCame,
}: {
  wallet: Wallet
  check: RefundCheck
  onBonus(): void
  /** An amount came into the wallet. */
  onCame(amount: number): void
}) {
  const { t } = useTranslation()
  // The wallet is where a claim ends; nothing is said in between.
  const claim = useRefund(wallet, 'claim', () => {})
  const move = useRefund(wallet, 'move', onCame)
  const { result, info, refundAmount, claimable, condition, version, days, currency } = check
  const obstacle = useObstacle(wallet)
  const money = (amount: number) => formatMoney(amount, currency)
  const isUnsure = claim.isUnsure || move.isUnsure
  const sending = claim.sending || move.sending
  const toClaim = result ? claimable : 0
  const amount = plus(refundAmount, toClaim)
  const minimum = days[0]?.min ?? 0
  const isBlocked = obstacle !== undefined && amount > 0 && !isUnsure

  /** @returns whether the member agrees to these figures */
  function ask(terms: Offered, figures: ExpectedBonus, isChanged: boolean): Promise<boolean> {
    return confirm({
      title: t('refund.moveAsk'),
      text: (
        <div className="grid gap-3">
          {isChanged && <FiguresChanged />}
          <ConditionCost condition={terms.condition} figures={figures} wallet={wallet} />
          <ConditionList condition={terms.condition} amount={figures.amount ?? 0} currency={currency} />
        </div>
      ),
      confirm: t('refund.take', { amount: money(figures.amount ?? 0) }),
    })
  }

  async function take(): Promise<void> {
    if (!condition || version === null) return
    let [left, claimed] = [toClaim, refundAmount]
    const terms = { version, condition, amount }
    let figures = expectedOf(terms, wallet)
    for (let isChanged = false; await ask(terms, figures, isChanged); isChanged = true) {
      if (left > 0) {
        const { isDone, present } = await claim.send({ amount: left })
        if (present) {
          left = present.amount
          figures = expectedOf({ ...terms, amount: plus(claimed, left) }, wallet)
          continue
        }
        if (!isDone) return
        claimed = plus(claimed, left)
        left = 0
      }
      const { present } = await move.send(figures)
      if (!present) return
      figures = present
      // Other terms than those of the question: the sheet shows them first.
      if (present.version !== version) return toast('neutral', t('ui.figuresChanged'))
    }
  }

  /** What became of a press without an answer. */
  const checkAgain = () =>
    claim.isUnsure ? claim.send({ amount: toClaim }) : move.send({ version: 0, amount: null, required: null })

  return (
    <div className="grid grid-cols-1 content-start gap-4">
      <section className="grid grid-cols-1 gap-3 rounded-2xl border border-line px-4 py-3">
        <div>
          <h3 className="text-sm text-ink-soft">{t('refund.waiting')}</h3>
          <Figure text={money(plus(refundAmount, claimable))} rem={1.75} className="font-bold" />
        </div>
        {condition && amount > 0 && !obstacle && !isUnsure && (
          <ConditionCost
            condition={condition}
            figures={expectedOf({ version: version ?? 0, condition, amount }, wallet)}
            wallet={wallet}
          />
        )}
        {!condition && refundAmount > 0 && <p className="text-sm">{t('refund.closed')}</p>}
        {condition && claimable > 0 && claimable < minimum && (
          <p className="text-sm">
            {t('refund.below', { amount: money(claimable), minimum: money(minimum) })}
          </p>
        )}
        {isUnsure && <UnknownOutcome text={t('bonus.unsure')} />}
        {/* Said only where there is something that the bonus keeps from being taken. */}
        {isBlocked && (
          <Note icon={<Gift className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
            <p className="font-semibold">{t('refund.bonusOpen')}</p>
            <p>{t('refund.bonusEnd')}</p>
          </Note>
        )}
        {isUnsure ? (
          <Button wide busy={sending} busyLabel={t('ui.busy.checking')} onClick={checkAgain}>
            {t('bonus.checkAgain')}
          </Button>
        ) : isBlocked ? (
          <Button wide onClick={onBonus}>
            {t('refund.bonusLink')}
          </Button>
        ) : (
          <Button
            wide
            look={amount > 0 ? 'primary' : 'quiet'}
            busy={sending}
            busyLabel={t('ui.busy.transferring')}
            disabled={!condition || amount === 0}
            onClick={take}
          >
            {amount > 0 ? t('refund.take', { amount: money(amount) }) : t('refund.takeNone')}
          </Button>
        )}
      </section>
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

const plus = (a: number, b: number): number => fromMinor(toMinor(a) + toMinor(b))
