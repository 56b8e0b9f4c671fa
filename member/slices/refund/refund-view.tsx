import { dayInShort } from '@krapao/contract/dates.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { ExpectedBonus } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Actions, Body } from '../../ui/actions.tsx'
import { Figure } from '../../ui/figure.tsx'
import { FiguresChanged } from '../../ui/figures-changed.tsx'
import { confirm, toast } from '../../ui/overlay.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import {
  ConditionCost,
  ConditionList,
  expectedOf,
  ObstacleNote,
  type Offered,
  useObstacle,
} from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'
import type { RefundCheck } from './refund.ts'
import { RefundCalculation } from './refund-calculation.tsx'
import { RefundLog } from './refund-log.tsx'
import { useRefund } from './use-refund.ts'

/**
 * The member's cashback, and one button that takes it: what can be claimed is claimed, and everything claimed
 * comes into the wallet. How it was calculated, and the claims so far.
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
  const { t, i18n } = useTranslation()
  // The wallet is where a claim ends; nothing is said in between.
  const claim = useRefund(wallet, 'claim', () => {})
  const move = useRefund(wallet, 'move', onCame)
  const { result, info, refundAmount, claimable, condition, terms, version, days, currency } = check
  const obstacle = useObstacle(wallet)
  const money = (amount: number) => formatMoney(amount, currency)
  const isUnsure = claim.isUnsure || move.isUnsure
  const sending = claim.sending || move.sending
  const toClaim = result ? claimable : 0
  const amount = plus(refundAmount, toClaim)
  const minimum = days[0]?.min ?? 0
  /** Of what is not claimed yet; what is claimed does not lapse. */
  const oldest = days.at(-1)
  /** All that there is, also what cannot be taken yet. */
  const waiting = plus(refundAmount, claimable)
  const isBlocked = obstacle !== undefined && amount > 0 && !isUnsure

  /** @returns whether the member agrees to these figures */
  function ask(terms: Offered, figures: ExpectedBonus, isChanged: boolean): Promise<boolean> {
    return confirm({
      title: t('refund.moveAsk'),
      text: (
        <div className="grid gap-3">
          {isChanged && <FiguresChanged />}
          <ConditionCost condition={terms.condition} figures={figures} wallet={wallet} isAsked />
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
  async function checkAgain(): Promise<void> {
    const { present } = claim.isUnsure
      ? await claim.send({ amount: toClaim })
      : await move.send({ version: 0, amount: null, required: null })
    // It had not arrived, and would be another amount by now: the sheet shows it, and nothing else says so.
    if (present) toast('neutral', t('ui.figuresChanged'))
  }

  return (
    <>
      <Body>
        <section className="grid grid-cols-1 gap-3 rounded-2xl border border-line px-4 py-3">
          <div>
            <h3 className="text-sm text-ink-soft">{t('refund.waiting')}</h3>
            <Figure text={money(waiting)} rem={1.75} className="font-bold" />
          </div>
          {terms && (
            <p className="text-sm text-pretty text-ink-soft">
              {t('refund.terms', {
                percent: terms.percent,
                max: money(terms.max),
                min: money(terms.min),
              })}
            </p>
          )}
          {condition && amount > 0 && !obstacle && !isUnsure && (
            <ConditionCost
              condition={condition}
              figures={expectedOf({ version: version ?? 0, condition, amount }, wallet)}
              wallet={wallet}
            />
          )}
          {!condition && waiting > 0 && (
            <p className="text-sm">{t(refundAmount > 0 ? 'refund.closed' : 'errorMsg.REFUND_INACTIVE')}</p>
          )}
          {condition && claimable > 0 && claimable < minimum && (
            <p className="text-sm text-pretty">
              {t('refund.below', { amount: money(claimable), minimum: money(minimum) })} {t('refund.next')}
            </p>
          )}
          {waiting === 0 && (
            <div className="grid gap-1">
              <p className="text-base font-semibold">{t('refund.nothing')}</p>
              <p className="text-sm text-pretty text-ink-soft">
                {condition
                  ? `${t('refund.nothingText')} ${t('refund.carriedRule')}`
                  : t('errorMsg.REFUND_INACTIVE')}
              </p>
            </div>
          )}
          {isUnsure && <UnknownOutcome text={t('bonus.unsure')} />}
          {/* Said only where there is something that the bonus keeps from being taken. */}
          {isBlocked && (
            <>
              <ObstacleNote obstacle={obstacle} />
              <p className="text-sm text-pretty">
                {t('refund.kept')}
                {oldest &&
                  ` ${t('refund.until', {
                    day: dayInShort(oldest.day, i18n.language),
                    until: dayInShort(oldest.until, i18n.language),
                  })}`}
              </p>
            </>
          )}
        </section>
        {info && <Html html={info} />}
        {condition && amount > 0 && (
          <ConditionList condition={condition} currency={currency} belowCost={!obstacle && !isUnsure} />
        )}
        {days.length > 0 && <RefundCalculation days={days} currency={currency} />}
        <RefundLog />
      </Body>
      {(isUnsure || isBlocked || (condition && amount > 0)) && (
        <Actions>
          {isUnsure ? (
            <Button wide busy={sending} busyLabel={t('ui.busy.checking')} onClick={checkAgain}>
              {t('bonus.checkAgain')}
            </Button>
          ) : isBlocked ? (
            <Button wide onClick={onBonus}>
              {t('bonus.see')}
            </Button>
          ) : (
            <Button wide busy={sending} busyLabel={t('ui.busy.transferring')} onClick={take}>
              {t('refund.take', { amount: money(amount) })}
            </Button>
          )}
        </Actions>
      )}
    </>
  )
}

const plus = (a: number, b: number): number => fromMinor(toMinor(a) + toMinor(b))
