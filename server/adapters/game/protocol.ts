import { isAmount } from '@krapao/contract/money.ts'
import Type from 'typebox'
import { reader } from '../reader.ts'

/** The calls of the provider hub and the only answers that count; everything else is garbage. */
export type HubCall = 'open-account' | 'reset-password' | 'balance' | 'transfer' | 'transfer-status' | 'login'

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
