import { defineSetting, type SettingDefinition, type Settings, Type } from '../platform/settings.ts'

/**
 * How often the other side is asked about a call without a definite answer, and when a person is asked as well
 * (rules.md §4.3, §5.4, §6.3).
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
