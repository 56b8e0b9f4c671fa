import { Nullable, Timestamp, Type } from '../../endpoint.ts'
import { NewHosts, TextDecision, textStates } from './text-decision.ts'

/** Who made a version of the bot's content, and when. */
export const BotVersion = Type.Object({
  /** Counts from 1; 0: as shipped. */
  version: Type.Integer(),
  operator: Nullable(Type.Object({ _id: Type.String(), name: Type.String() })),
  /** Null: as shipped. */
  at: Nullable(Timestamp()),
  state: Type.Enum(textStates),
  /** For which it waits or waited. */
  newHosts: NewHosts,
  decided: TextDecision,
})
