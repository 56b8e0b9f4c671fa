import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { type Ended, type Pending, usePendingName } from '../wallet/public.ts'
import { lookOf } from './look.ts'

/** How an outcome is said. */
export interface OutcomeWords {
  /** What ended: "Withdrawal", "Transfer to PG". */
  name: string
  /** How, and why. */
  line: string
  /** With a sign where it came in or went out without a press; null if there is none. */
  amount: string | null
}

/** Says outcomes in words: in the rows, the list and the toasts alike. */
export function useOutcomeWords(): (outcome: Ended) => OutcomeWords {
  const { t, i18n } = useTranslation()
  const nameOf = usePendingName()
  const dynamic = t as (key: string) => string
  /** Mostly in the statement's own words for its codes. */
  const reasonOf = (reason: string | null): string | undefined =>
    [`outcome.reason.${reason}`, `statement.reason.${reason}`, `statement.slipReason.${reason}`]
      .filter((key) => reason !== null && i18n.exists(key))
      .map(dynamic)[0]

  return (outcome) => {
    const { kind, result, reason, amount, currency, description } = outcome
    const { group, sign } = lookOf(outcome)
    const isPending = (name: string): name is Pending['kind'] => i18n.exists(`wallet.under.kind.${name}`)
    const name =
      result === 'TAKEN_BACK' && group === 'deposit'
        ? t('outcome.kind.corrected')
        : kind === 'transfer' || isPending(kind)
          ? nameOf({ kind, from: outcome.from, to: outcome.to })
          : dynamic(`outcome.kind.${kind}`)
    // Why a gift was not taken is the wallet's own affair; what may be wrong with it is said as where it was
    // sent.
    const why =
      result !== 'REFUSED' && result !== 'ENDED'
        ? undefined
        : kind === 'gift'
          ? t('errorMsg.TRUELINK_INVALID')
          : reasonOf(reason)
    return {
      name: description ? `${name}: ${description}` : name,
      line: [dynamic(`outcome.line.${group}.${result}`), why].filter(Boolean).join(' · '),
      // Of a bonus that ended, what went back to the house, if anything did.
      amount:
        amount === null || (group === 'bonusEnd' && amount === 0)
          ? null
          : sign + formatMoney(amount, currency),
    }
  }
}
