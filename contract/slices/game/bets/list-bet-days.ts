import { Currency, endpoint, Money, Nullable, Timestamp, Type } from '../../../endpoint.ts'
import type { GameCode } from '../../../game.ts'

/**
 * RUNNING: it is not over. OPEN: it is over, and nothing waits for its end. WAITING: it waits for providers.
 * CLOSED: no bet counts towards it any more.
 */
export const betDayStates = ['RUNNING', 'OPEN', 'WAITING', 'CLOSED'] as const

/** The calculations that are made of each day. */
export const betDayJobs = ['invite', 'refund'] as const

/**
 * NOT_YET: it waits for the day's end. UNDER_WAY: some members are calculated. DONE: all are. NOTHING: no
 * offer was in force.
 */
export const betDayJobStates = ['NOT_YET', 'UNDER_WAY', 'DONE', 'NOTHING'] as const

const Game = Type.Unsafe<GameCode>(Type.String())
const Person = Type.Object({ _id: Type.String(), name: Type.String() })

/** The last wish to close a day without providers; it is decided in the queue `bet-day` under `_id`. */
export const BetDayClosing = Type.Object({
  _id: Type.String(),
  state: Type.Union([
    Type.Literal('WAITING'),
    Type.Literal('DONE'),
    Type.Literal('REFUSED'),
    Type.Literal('LAPSED'),
  ]),
  providers: Type.Array(Game),
  reason: Type.String(),
  madeBy: Person,
  madeAt: Timestamp(),
  /** Null: nobody. */
  decidedBy: Nullable(Person),
  decidedAt: Nullable(Timestamp()),
})

/** What a job made of a day. */
export const BetDayJob = Type.Object({
  job: Type.Enum(betDayJobs),
  state: Type.Enum(betDayJobStates),
  /** When its last member was calculated; null where that is not so, or not known. */
  calculatedAt: Nullable(Timestamp()),
  sums: Type.Array(
    Type.Object({
      currency: Currency,
      /** Members whose day was calculated: those who played, or friends who did. */
      members: Type.Integer(),
      /** Those of them whose day brings something. */
      rewarded: Type.Integer(),
      amount: Money(),
    }),
  ),
})

export const BetDay = Type.Object({
  /** In Bangkok. */
  day: Type.String({ format: 'date' }),
  state: Type.Enum(betDayStates),
  closedAt: Nullable(Timestamp()),
  /** The later day with which it was closed; null where it was closed by itself. */
  closedWith: Nullable(Type.String({ format: 'date' })),
  /** The providers that it was closed without. */
  unasked: Type.Array(Game),
  /** Of a day that waits: for whom, and when all that they had was read last; null: never. */
  waitsFor: Type.Array(Type.Object({ code: Game, askedAt: Nullable(Timestamp()) })),
  /** How many hours it has waited; null: it did not. */
  waitedHours: Nullable(Type.Integer()),
  /** It is the first day that waits: people may close it without providers. */
  mayClose: Type.Boolean(),
  closing: Nullable(BetDayClosing),
  jobs: Type.Array(BetDayJob),
})

export const listBetDays = endpoint({
  method: 'GET',
  path: '/api/console/bet-days',
  summary:
    'Days of bets, newest first, 14 at most: whether they are closed, for whom they wait, and what was calculated. `before` is the `next` of the page before',
  access: 'operator',
  query: Type.Object({ before: Type.Optional(Type.String({ format: 'date' })) }),
  answer: Type.Object({
    days: Type.Array(BetDay),
    /** After so many hours of waiting a day is closed without those who have not answered. */
    waitHours: Type.Number(),
    next: Nullable(Type.String({ format: 'date' })),
  }),
  errors: [],
})
