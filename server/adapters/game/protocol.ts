import { isAmount } from '@krapao/contract/money.ts'
import { SettledBet as BetOnWire, maxReportedBets } from '@krapao/contract/slices/game/bets/report-bets.ts'
import Type from 'typebox'
import { reader } from '../reader.ts'
import { type BetPage, readBet, type SettledBet } from './port.ts'

/** The calls of the provider hub and their valid answers; any other answer is invalid. */
export type HubCall =
  | 'open-account'
  | 'reset-password'
  | 'balance'
  | 'transfer'
  | 'transfer-status'
  | 'bets'
  | 'login'

const text = Type.String({ minLength: 1, maxLength: 200 })

export const readCredential = reader(Type.Object({ username: text, password: text }))
export const readLink = reader(Type.Object({ link: Type.String({ minLength: 1, maxLength: 2000 }) }))
export const readRefusal = reader(Type.Object({ status: Type.Literal('REFUSED'), reason: text }))
export const readStatus = reader(
  Type.Object({
    status: Type.Enum(['SUCCESS', 'REFUSED', 'UNKNOWN']),
    reason: Type.Optional(text),
  }),
)

const readNumber = reader(Type.Object({ balance: Type.Number() }))
/** Baht or kip with at most two decimals, never negative. */
export const readBalance = (body: unknown): { balance: number } | undefined => {
  const read = readNumber(body)
  return read && isAmount(read.balance) ? read : undefined
}

const readDone = reader(Type.Object({ status: Type.Literal('SUCCESS'), balance: Type.Number() }))
export const readSuccess = (body: unknown): { balance: number } | undefined => {
  const read = readDone(body)
  return read && isAmount(read.balance) ? read : undefined
}

const readPage = reader(
  Type.Object({
    // Without the rule about decimals: in floating point 40.37 is no whole multiple of 0.01.
    bets: Type.Array(
      Type.Object({
        ...BetOnWire.properties,
        stake: Type.Number(),
        win: Type.Number(),
        validStake: Type.Optional(Type.Number()),
      }),
      { maxItems: maxReportedBets },
    ),
    cursor: Type.String({ maxLength: 200 }),
    hasMore: Type.Boolean(),
  }),
)
/** A page of bets behind the cursor `after`; one that has bets also has another cursor. */
export const readBets =
  (after: string) =>
  (body: unknown): BetPage | undefined => {
    const page = readPage(body)
    if (!page || (page.bets.length > 0 && page.cursor === after)) return undefined
    const bets: SettledBet[] = []
    for (const bet of page.bets) {
      const { stake, win, validStake = 0 } = bet
      if (![stake, win, validStake].every(isAmount)) return undefined
      const read = readBet(bet)
      if ('field' in read) return undefined
      bets.push(read)
    }
    return { bets, cursor: page.cursor, hasMore: page.hasMore }
  }
