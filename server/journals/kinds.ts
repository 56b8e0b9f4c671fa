import { gameCodes, walletEnd } from '@krapao/contract/game.ts'
import { inEachLanguage } from '@krapao/contract/languages.ts'
import { type Static, type TObject, Type } from 'typebox'

/**
 * The kinds of journals that the product posts, each with the facts that it keeps about the money
 * (docs/decisions/0067). The ledger knows neither: it keeps `kind` and `meta` as they come, and seals them
 * for good. So a fact is named here and nowhere else, writers and readers are compiled against it, and it is
 * checked again when it is read.
 */

const text = Type.String()
const whole = Type.Integer()
const time = Type.String({ format: 'date-time' })
const words = Type.Union([Type.Object(inEachLanguage(() => text)), text])
const optional = Type.Optional

/** The person who decided, if any. */
const operatorId = optional(text)

/** Why a hold was voided: a code of the other side, of ours, or of the person who decided. */
const reason = optional(text)

/** Where a report's money is, and what its sender calls it. */
const report = {
  accountNo: optional(text),
  reference: optional(text),
  gateway: optional(text),
  paymentId: optional(text),
  eventId: optional(text),
}
/** The source of a bonus, and the version of its campaign then. */
const ofBonus = { source: text, bonusId: text, campaign: text, version: whole, description: words }

const kinds = {
  deposit: {
    single: Type.Object({
      ...report,
      /** The reports that showed the money. */
      source: optional(Type.Enum(['slip', 'bank-feed', 'qr', 'gift'])),
      bankCode: optional(text),
      fromBank: optional(text),
      slipId: optional(text),
      sentAt: optional(time),
      paidAt: optional(time),
      reason,
      giftId: optional(text),
      walletNo: optional(text),
      announcementId: optional(text),
      operatorId,
    }),
  },
  transfer: {
    pending: Type.Object({
      transferId: text,
      /** Ends of the member's request, of which this is the whole or one half. */
      from: Type.Enum([walletEnd, ...gameCodes]),
      to: Type.Enum([walletEnd, ...gameCodes]),
      amountMinor: whole,
      code: Type.Enum(gameCodes),
      direction: Type.Enum(['in', 'out']),
      providerUsername: text,
    }),
    posted: Type.Object({ transferId: text, operatorId, note: optional(text) }),
    voided: Type.Object({ transferId: text, operatorId, note: optional(text), reason }),
  },
  withdraw: {
    pending: Type.Object({ withdrawalId: text, bankCode: text, accountNo: text }),
    posted: Type.Object({ withdrawalId: text, operatorId, note: optional(text) }),
    voided: Type.Object({ withdrawalId: text, operatorId, note: optional(text), reason }),
  },
  play: {
    /** `since`: when its period began. */
    single: Type.Object({ code: Type.Enum(gameCodes), since: optional(time) }),
  },
  bonus: { single: Type.Object(ofBonus) },
  finish_bonus: {
    single: Type.Object({
      ...ofBonus,
      outcome: text,
      /**
       * With the deposit that brought it taken back: that deposit's journal, and what was not there to be
       * taken.
       */
      reversedDeposit: optional(text),
      lackMinor: optional(whole),
    }),
  },
  refund: { single: Type.Object({ claimId: text, days: Type.Array(text) }) },
  invite: { single: Type.Object({ invitee: text, day: text, version: whole }) },
  spin: { single: Type.Object({ spinId: text, wheel: text, version: whole }) },
  coin: { single: Type.Object({ deposit: optional(text), day: optional(text), couponId: optional(text) }) },
  'coin-back': { single: Type.Object({ deposit: text, day: text }) },
  suspense: { single: Type.Object(report) },
  'suspense-explained': { single: Type.Object({ ...report, sameAs: Type.Array(whole), operatorId }) },
  'suspense-return': { single: Type.Object({ ...report, returnReference: text, operatorId: text }) },
  'internal-transfer': {
    single: Type.Object({
      bankCode: text,
      accountNo: text,
      reference: text,
      fromBank: text,
      fromAccountNo: text,
      sentAt: time,
    }),
  },
} satisfies Record<string, Partial<Record<'single' | 'pending' | 'posted' | 'voided', TObject>>>

export type Kinds = typeof kinds
export type Kind = keyof Kinds
export type PhaseOf<K extends Kind> = keyof Kinds[K] & string
/** The facts of a journal of this kind and phase. */
export type Facts<K extends Kind, P extends PhaseOf<K>> = Kinds[K][P] extends TObject
  ? Static<Kinds[K][P]>
  : never

/** The shape of a kind's facts in a phase; undefined: there are no such journals. */
export const shapeOf = (kind: string, phase: string): TObject | undefined =>
  Object.hasOwn(kinds, kind) ? (kinds[kind as Kind] as Partial<Record<string, TObject>>)[phase] : undefined
