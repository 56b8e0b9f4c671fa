import type { Logger } from 'pino'
import { defineSetting, type SettingDefinition, type Settings, Type } from '../platform/settings.ts'
import type { Attempt } from './attempts.ts'
import { type Claim, postpone, type Where } from './work.ts'

/**
 * How often the other side is asked about a call without a definite answer, and when a person is asked as
 * well (rules.md §4.3, §5.4, §6.3).
 */
export interface FollowUp {
  seconds: SettingDefinition<ReturnType<typeof waits>>
  deskAfter: SettingDefinition<ReturnType<typeof Type.Number>>
  deskSeconds: SettingDefinition<ReturnType<typeof Type.Number>>
}

const waits = () => Type.Array(Type.Number({ minimum: 0.1, maximum: 3600 }), { minItems: 1, maxItems: 20 })

/**
 * Declares the settings `{key}.followUpSeconds`, `{key}.deskAfterSeconds` and `{key}.deskSeconds`.
 * @param what a noun for the settings' descriptions: `an unanswered gift`
 */
export const defineFollowUp = (
  key: string,
  what: string,
  preset: { seconds: number[]; deskAfter: number; deskSeconds: number },
): FollowUp => ({
  seconds: defineSetting(
    `${key}.followUpSeconds`,
    waits(),
    preset.seconds,
    `Seconds from one question about ${what} to the next; the last repeats`,
  ),
  deskAfter: defineSetting(
    `${key}.deskAfterSeconds`,
    Type.Number({ minimum: 1 }),
    preset.deskAfter,
    `Age at which ${what} is put on the operator’s desk, in seconds`,
  ),
  deskSeconds: defineSetting(
    `${key}.deskSeconds`,
    Type.Number({ minimum: 0.1 }),
    preset.deskSeconds,
    `Seconds from one question about ${what} to the next while it is on the desk`,
  ),
})

/** When to ask again, and whether the work is due for review. */
export interface NextQuestion {
  seconds: number
  inReview: boolean
}

/** @param asked the number of questions so far, including the last one: 1 or more */
export async function nextQuestion(
  settings: Settings,
  followUp: FollowUp,
  { asked, ageSeconds }: { asked: number; ageSeconds: number },
): Promise<NextQuestion> {
  const [seconds, deskAfter, deskSeconds] = await Promise.all([
    settings.get(followUp.seconds),
    settings.get(followUp.deskAfter),
    settings.get(followUp.deskSeconds),
  ])
  const inReview = ageSeconds >= deskAfter
  const last = seconds.length - 1
  return { inReview, seconds: inReview ? deskSeconds : (seconds[Math.min(asked - 1, last)] as number) }
}

/** Work that this node has claimed, and what it has asked about it. */
export interface Held {
  claim: Claim
  attempts: Attempt[]
}

/** The facts that decide when to ask again. */
export interface Waiting {
  followUp: FollowUp
  /** Since when the other side has owed its answer. */
  since: Date
  /** Whether a person may decide about it. */
  mayReview: boolean
}

/**
 * Lets work wait for the next question, and puts it on the desk when it is old enough.
 * @param reason the answer, which was not definite
 * @returns whether this node still had the claim
 */
export async function askLater(
  context: Where & { settings: Settings },
  { claim, attempts }: Held,
  { followUp, since, mayReview }: Waiting,
  reason: string,
): Promise<boolean> {
  const ageSeconds = (context.clock.now().getTime() - since.getTime()) / 1000
  const asked = claim.attempts + 1
  const { seconds, inReview } = await nextQuestion(context.settings, followUp, { asked, ageSeconds })
  return postpone(context, claim, { seconds, reason, inReview: inReview && mayReview }, attempts)
}

/** The reason of a wait after a failure of our own. */
export const ownFailure = 'ERROR'

/**
 * Takes one step of a follow-up. A step that throws counts as an attempt like an answer that says nothing: it
 * is tried again at the usual times, and reaches the desk when it is old enough. Otherwise its claim would
 * only run out, again and again, and nobody would hear of it.
 * @param step takes the step, and lets the work wait where there is no definite answer
 * @param wait lets it wait after a failure, as `askLater` does
 */
export async function orLater(
  log: Logger,
  { claim }: Pick<Held, 'claim'>,
  step: () => Promise<unknown>,
  wait: (reason: string) => Promise<unknown>,
): Promise<void> {
  const { kind, key } = claim
  try {
    await step()
  } catch (error) {
    log.error({ err: error, kind, key }, 'a follow-up failed')
    // A database that is away keeps this from being stored, too; the claim runs out then.
    await wait(ownFailure).catch((later) =>
      log.error({ err: later, kind, key }, 'a follow-up was not postponed'),
    )
  }
}
