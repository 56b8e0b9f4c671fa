import { defineSetting, Type } from '../../platform/settings.ts'

export const armedDays = defineSetting(
  'bonus.armedDays',
  Type.Number({ minimum: 0.01, maximum: 365 }),
  7,
  'Days after which an armed bonus is cancelled if no deposit came for it',
)
export const retrySeconds = defineSetting(
  'bonus.retrySeconds',
  Type.Number({ minimum: 1, maximum: 3600 }),
  60,
  'Seconds until a bonus that could not end, because a game did not answer, is tried again',
)
