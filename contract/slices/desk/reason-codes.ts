import type { Static } from 'typebox'
import type { DeskChoice, DeskQueueName } from './desk-item.ts'

/**
 * The usual reasons of decisions by queue and choice, the commonest first (rules.md §17.3). The console
 * numbers them in this order. A code stays in the audit log for good, so one that was used is never given
 * another meaning.
 */
export const reasonCodes = {
  slip: {
    approve: ['SEEN_AT_BANK', 'NAME_FITS', 'MEMBER_CONFIRMED'],
    refuse: ['NOT_ARRIVED', 'NOT_OUR_ACCOUNT', 'ALREADY_CREDITED', 'UNREADABLE', 'OTHERS_MONEY', 'FORGED'],
  },
  'manual-deposit': {
    approve: ['SEEN_AT_BANK', 'MEMBER_CONFIRMED'],
    refuse: ['NOT_ARRIVED', 'ALREADY_CREDITED', 'OTHERS_MONEY', 'MEMBER_WITHDREW'],
  },
  'bank-transfer': {
    approve: ['NAME_FITS', 'MEMBER_CONFIRMED', 'SLIP_SHOWN'],
    refuse: ['NOBODYS', 'OTHERS_MONEY', 'SENDER_ASKED_BACK'],
  },
  'bank-twin': {
    approve: ['TWO_PAYMENTS', 'MEMBER_CONFIRMED'],
    refuse: ['ONE_PAYMENT', 'ALREADY_CREDITED'],
  },
  'qr-payment': {
    approve: ['SEEN_AT_GATEWAY', 'MEMBER_CONFIRMED'],
    refuse: ['WRONG_AMOUNT', 'ALREADY_CREDITED', 'SENDER_ASKED_BACK'],
  },
  return: {
    approve: ['SENT_AT_BANK', 'OTHER_SIDE_CONFIRMED'],
    refuse: ['NOT_SENT', 'WRONG_ACCOUNT'],
  },
  gift: {
    approve: ['SEEN_IN_WALLET', 'OTHER_SIDE_CONFIRMED'],
    refuse: ['NOT_ARRIVED', 'OTHER_SIDE_DENIED'],
  },
  withdrawal: {
    approve: ['PLAY_CHECKED', 'MEMBER_CONFIRMED', 'KNOWN_MEMBER'],
    refuse: ['BANK_ACCOUNT_WRONG', 'BONUS_CHECK', 'TURNOVER_MISSING', 'IDENTITY_UNCLEAR', 'MEMBER_WITHDREW'],
  },
  payout: {
    approve: ['SEEN_AT_BANK', 'OTHER_SIDE_CONFIRMED'],
    refuse: ['NOT_IN_STATEMENT', 'OTHER_SIDE_DENIED'],
  },
  transfer: {
    approve: ['SEEN_AT_PROVIDER', 'OTHER_SIDE_CONFIRMED'],
    refuse: ['NOT_AT_PROVIDER', 'OTHER_SIDE_DENIED'],
  },
  reversal: {
    approve: ['CREDITED_BY_MISTAKE', 'OTHERS_MONEY', 'OTHER_SIDE_DENIED'],
    refuse: ['DECISION_WAS_RIGHT', 'NOT_PROVEN'],
  },
  prize: {
    approve: ['HANDED_OVER', 'SHIPPED'],
    refuse: ['MEMBER_WITHDREW', 'ADDRESS_MISSING', 'OUT_OF_STOCK'],
  },
  'bet-review': {
    approve: ['OTHER_SIDE_CONFIRMED', 'SEEN_AT_PROVIDER'],
    refuse: ['REPORTED_WRONGLY', 'OTHER_SIDE_DENIED', 'NOT_AT_PROVIDER'],
  },
  'bonus-review': {
    approve: ['TWO_PERSONS', 'MEMBER_CONFIRMED', 'GOODWILL'],
    refuse: ['ONE_PERSON', 'IDENTITY_UNCLEAR', 'MEMBER_WITHDREW'],
  },
  'bonus-end': {
    approve: ['GAME_SILENT', 'BET_STUCK', 'MEMBER_ASKED', 'GOODWILL'],
    refuse: ['WAIT_FOR_GAME', 'NOT_PROVEN', 'MEMBER_WITHDREW'],
  },
  campaign: {
    approve: ['CHANGES_CHECKED', 'AS_AGREED'],
    refuse: ['AMOUNTS_WRONG', 'TEXTS_WRONG', 'NOT_WANTED'],
  },
  'bet-day': {
    approve: ['PROVIDER_IS_GONE', 'AS_AGREED'],
    refuse: ['PROVIDER_COMES_BACK', 'NOT_WANTED'],
  },
} as const satisfies Record<
  Static<typeof DeskQueueName>,
  Record<Static<typeof DeskChoice>, readonly [string, string, ...string[]]>
>

type Lists = (typeof reasonCodes)[keyof typeof reasonCodes]
export type ReasonCode = Lists[keyof Lists][number]

/** The codes of a decision, in the order of their numbers. */
export const codesOf = (
  queue: Static<typeof DeskQueueName>,
  choice: Static<typeof DeskChoice>,
): readonly ReasonCode[] => reasonCodes[queue][choice]
