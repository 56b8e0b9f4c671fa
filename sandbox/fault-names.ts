import { gameCodes } from '@krapao/contract/game.ts'
import { qrGateways } from '@krapao/contract/qr-gateways.ts'

/**
 * The faults that can be set in the sandbox, and their targets (rules.md §16). The page uses this file as
 * well.
 */

export const faults = [
  'slow',
  'timeout-applied',
  'timeout-lost',
  'refuse',
  'error',
  'garbage',
  'duplicate',
  'throttled',
] as const
/** What the slip verifier answers beside: a whole answer, but not as it should be. */
export const oddAnswers = ['left-out', 'half-emoji', 'zero-byte'] as const
export type OddAnswer = (typeof oddAnswers)[number]
/** What a game says beside in a report of bets: of the first one a stake a million times as large. */
export const oddReports = ['huge-stake'] as const
export type Fault = (typeof faults)[number] | OddAnswer | (typeof oddReports)[number]

/** The faults that can be set for a target. */
export function faultsOf(target: string): readonly Fault[] {
  if (target === 'slip') return [...faults, ...oddAnswers]
  return gameCodes.some((code) => code === target) ? [...faults, ...oddReports] : faults
}

/** The calls of our server to a game provider. */
export const gameCalls = [
  'open-account',
  'reset-password',
  'balance',
  'transfer',
  'transfer-status',
  'bets',
  'login',
] as const
/** A game's report of settled bets to our server. */
export const reportCall = 'report-bets'
/**
 * Calls that happen in the background, without a person who waits. A fault for any call of the target applies
 * to them too, but they do not use it up, so that it is still there for the call that a person makes.
 */
export const backgroundCalls: readonly string[] = ['bets', reportCall]
/** The calls of a QR gateway; `pay` is made by a customer's bank app. */
export const gatewayCalls = ['create', 'cancel', 'pay'] as const
/** The targets of which there is only one, with their calls; the other targets are gateways and games. */
export const singles = {
  sms: ['messages'],
  slip: ['look-up'],
  gift: ['inspect', 'redeem', 'status'],
  payout: ['pay', 'status'],
  push: ['messages'],
} as const

/** All calls of all targets. */
export type OutsideCall =
  | (typeof gameCalls)[number]
  | typeof reportCall
  | (typeof gatewayCalls)[number]
  | (typeof singles)[keyof typeof singles][number]

/** All targets with their calls. */
export const targets = new Map<string, readonly OutsideCall[]>([
  ...Object.entries(singles),
  ...Object.keys(qrGateways).map((gateway) => [gateway, gatewayCalls] as const),
  ...gameCodes.map((code) => [code, [...gameCalls, reportCall]] as const),
])
