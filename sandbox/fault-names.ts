import { gameCodes } from '@krapao/contract/game.ts'
import { qrGateways } from '@krapao/contract/limits.ts'

/** What can go wrong in the outside world, and where (rules.md §16). The page in the browser uses this file, too. */

export const faults = [
  'slow',
  'timeout-applied',
  'timeout-lost',
  'refuse',
  'error',
  'garbage',
  'duplicate',
] as const
export type Fault = (typeof faults)[number]

/** The calls of a provider's protocol. */
export const gameCalls = [
  'open-account',
  'reset-password',
  'balance',
  'transfer',
  'transfer-status',
  'login',
] as const
/** Of a QR gateway's; `pay` is what a customer's bank app does. */
export const gatewayCalls = ['create', 'cancel', 'pay'] as const
/** Targets that are one of a kind, with their calls; the others are gateways and games. */
export const singles = {
  sms: ['messages'],
  slip: ['look-up'],
  gift: ['inspect', 'redeem', 'status'],
  payout: ['pay', 'status'],
} as const

/** Every target with its calls. */
export const targets = new Map<string, readonly string[]>([
  ...Object.entries(singles),
  ...Object.keys(qrGateways).map((gateway) => [gateway, gatewayCalls] as const),
  ...gameCodes.map((code) => [code, gameCalls] as const),
])
