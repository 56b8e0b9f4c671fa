import type { Ended, Pending } from '../wallet/public.ts'

/** How outcomes look and where they lead, without texts. */

type Group = 'deposit' | 'withdrawal' | 'transfer' | 'bonus' | 'bonusEnd' | 'review' | 'prize'

const groups: Record<Ended['kind'], Group> = {
  slip: 'deposit',
  qr: 'deposit',
  gift: 'deposit',
  announcement: 'deposit',
  bank: 'deposit',
  withdrawal: 'withdrawal',
  transfer: 'transfer',
  bonus: 'bonus',
  'bonus-end': 'bonusEnd',
  review: 'review',
  prize: 'prize',
}

export interface OutcomeLook {
  /** Which texts say it. */
  group: Group
  tone: 'positive' | 'negative' | 'neutral'
  /** Before the amount: it came in, or went out, and no press of the member said so at that moment. */
  sign: '' | '+' | '−'
}

export function lookOf({ kind, result }: Pick<Ended, 'kind' | 'result'>): OutcomeLook {
  const group = groups[kind]
  const isIncome = group === 'deposit' || group === 'bonus' || group === 'review'
  const isDone = result === 'DONE'
  return {
    group,
    tone: isDone ? 'positive' : result === 'REFUSED' || result === 'TAKEN_BACK' ? 'negative' : 'neutral',
    sign:
      isDone && isIncome
        ? '+'
        : group === 'bonusEnd' || (group === 'deposit' && result === 'TAKEN_BACK')
          ? '−'
          : group === 'withdrawal' && result === 'TAKEN_BACK'
            ? '+'
            : '',
  }
}

/**
 * What is opened to see more: the sheet that followed it, or a page.
 * @returns the row that the sheet was opened for, in its last shape
 */
export function followedBy({
  kind,
  result,
  source,
  amount,
  currency,
  at,
  from,
  to,
}: Ended): Pending | undefined {
  const isFollowed =
    kind === 'slip' || kind === 'qr' || kind === 'gift' || kind === 'announcement' || kind === 'withdrawal'
  // A code out of time, and a sum that was corrected, have no sheet that says more.
  if (!isFollowed || source === null || result === 'EXPIRED' || result === 'TAKEN_BACK') return undefined
  const state = kind === 'withdrawal' ? 'AT_BANK' : 'WITH_TEAM'
  return { kind, id: source, key: source, amount, currency, createdAt: at, state, expireIn: null, from, to }
}

/** The page about it. */
export function pageOf({ kind }: Pick<Ended, 'kind'>): string {
  if (kind === 'bonus' || kind === 'bonus-end' || kind === 'review') return '/user/bonus'
  return kind === 'prize' ? '/user/spin' : '/user/statement'
}
