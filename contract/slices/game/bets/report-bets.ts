import { Amount, Currency, hook, Type } from '../../../endpoint.ts'

/** Most bets of one report. */
export const maxReportedBets = 500

const betId = Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' })
const instant = Type.String({ format: 'date-time', pattern: '^2\\d{3}-' })

/**
 * A bet as a provider reports it once its outcome is final. `id` is the provider's own and unique there,
 * `product` the kind of game (`slot`, `sport`, …) by which turnover is weighted. Amounts are in the currency
 * of the game account.
 */
export const SettledBet = Type.Object({
  id: betId,
  username: Type.String({ pattern: '^[\\x21-\\x7e]{1,64}$' }),
  product: Type.String({ pattern: '^[a-z][a-z0-9-]{0,29}$' }),
  stake: Amount(),
  win: Amount(),
  /** Left out: that of the game account. */
  currency: Type.Optional(Currency),
  /** Left out: the provider does not say it. */
  placedAt: Type.Optional(instant),
  /** Of a correction: when it was made. */
  settledAt: instant,
  /**
   * `void`: the stake went back, whatever `win` says. `corrected`: the bet that `corrects` names is as this
   * report has it from then on. Left out: `settled`.
   */
  status: Type.Optional(Type.Enum(['settled', 'void', 'corrected'])),
  /** The part of the stake that was at risk, where the provider says so. */
  validStake: Type.Optional(Amount()),
  /** The id of the bet that a correction corrects; with `corrected` only. */
  corrects: Type.Optional(betId),
})

/**
 * The signature covers the body alone, so the body names the provider: nobody sends a report on to another
 * one.
 */
export const BetReport = Type.Object({
  code: Type.String({ maxLength: 16 }),
  bets: Type.Array(SettledBet, { minItems: 1, maxItems: maxReportedBets }),
})

export const reportBets = hook({
  method: 'POST',
  path: '/hooks/game/:code',
  summary: 'A provider reports settled bets',
  access: 'outside',
  signedBy: 'games',
  size: { bytes: 307_200, values: 8_000 },
  params: Type.Object({ code: Type.String() }),
  body: BetReport,
  /**
   * Each bet of the report counts in one of them; one that is kept aside until a person has decided counts in
   * none.
   */
  answer: Type.Object({
    stored: Type.Integer(),
    /** Stored before, with the same content. */
    known: Type.Integer(),
    /** Stored or kept aside before, with other content, which stays as it was. */
    contradicted: Type.Integer(),
    /** Of a username that has no account in this currency at the provider. */
    unknown: Type.Integer(),
  }),
  errors: ['DEST_ACC_INVALID', 'NO_DATA', 'FORBIDDEN'],
})
