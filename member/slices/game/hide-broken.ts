import type { SyntheticEvent } from 'react'

/** Takes away a picture that did not come, in place of which the browser shows a broken one. */
export const hideBroken = ({ target }: SyntheticEvent): void => {
  if (target instanceof HTMLImageElement) target.hidden = true
}
