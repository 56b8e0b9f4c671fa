import type { Static } from 'typebox'
import { Nullable, Timestamp, Type } from '../../endpoint.ts'
import { inEachLanguage } from '../../languages.ts'
import { chat } from '../../limits.ts'
import { NewHosts } from './text-decision.ts'

/** A text that operators insert into an answer (rules.md §12.5). */

/** Small letters of the Latin, Thai and Lao scripts, digits and hyphens: what `/` is followed by. */
export const ReplyShortcut = Type.String({
  minLength: 1,
  maxLength: chat.replyShortcut,
  pattern:
    '^[a-z0-9\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e50-\\u0e59\\u0e81-\\u0ece\\u0ed0-\\u0ed9\\u0edc-\\u0edf-]+$',
})

const Words = Type.String({ maxLength: chat.text, pattern: '^[^\\u0000]*$' })
/** The text by language; empty: the customer gets it in another language. */
export const ReplyTexts = Type.Object(inEachLanguage(() => Words))

export const ReplyParams = Type.Object({ id: Type.String({ pattern: '^cr[a-z2-7]{16}$' }) })

const SaidTexts = Type.Object(inEachLanguage(() => Type.String()))
const Person = Type.Object({ _id: Type.String(), name: Type.String() })

export const CannedReply = Type.Object({
  _id: Type.String(),
  shortcut: Type.String(),
  /** The text that may be inserted; empty in each language: none was approved yet. */
  texts: SaidTexts,
  /** Counts the changes from 1. */
  version: Type.Integer(),
  /** Who changed it last; null: made with the demo. */
  operator: Nullable(Person),
  at: Timestamp(),
  /** The text that waits for a second person, because it leads to new foreign hosts; null: none does. */
  waiting: Nullable(
    Type.Object({
      shortcut: Type.String(),
      texts: SaidTexts,
      newHosts: NewHosts,
      operator: Person,
      at: Timestamp(),
    }),
  ),
})

export type CannedReply = Static<typeof CannedReply>
