// What part of the page a film shows: all of its width, or a little less of it, so that what is pressed is
// large and in the middle. Lengths are CSS pixels of the page.

/** The page that is filmed, as large as a phone. */
export const page = { width: 390, height: 844 }

/** Pixels of the screen for each of the page, so that what the film enlarges stays sharp. */
export const density = 1.5

/**
 * The film, in pixels of its own; even, as H.264 wants them. The player leaves room for this form
 * (film-player.tsx).
 */
export const picture = { width: 480, height: 576 }

/**
 * The width at which it looks when something is pressed: without the page's margins, so that no letter is
 * cut. On a phone of 360 pixels the app in the film is then as large as the app itself.
 */
const close = 358
/** What is left above and below the thing that is shown. */
const margin = 20

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A part of the page in the form of the picture, from the middle of the page's width. */
export interface View {
  top: number
  width: number
}

export const heightOf = ({ width }: Pick<View, 'width'>): number => (width / picture.width) * picture.height

/** The page's upper part at its full width. */
export const topView: View = { top: 0, width: page.width }

export const leftOf = ({ width }: Pick<View, 'width'>): number => (page.width - width) / 2

/** The view with a thing in its middle; one that is higher than the picture begins at its upper edge. */
export function viewOf(box: Box): View {
  const isLarge = box.width > close || box.height + 2 * margin > heightOf({ width: close })
  const width = isLarge ? page.width : close
  const height = heightOf({ width })
  const top = box.height + margin > height ? box.y - margin : box.y + box.height / 2 - height / 2
  return { width, top: Math.max(0, Math.min(top, page.height - height)) }
}

/** Whether a thing is so well in sight that moving to it would only make the film restless. */
export function isWellSeen(box: Box, view: View): boolean {
  const best = viewOf(box)
  const bottom = view.top + heightOf(view)
  if (view.width < best.width) return false
  if (box.height + margin > bottom - view.top) return Math.abs(view.top - best.top) < margin
  return (box.y >= view.top + margin || view.top === best.top) && box.y + box.height <= bottom - margin
}

/** The view on the way from one to another; `progress` is from 0 to 1. It sets out and arrives gently. */
export function viewBetween(from: View, to: View, progress: number): View {
  const part = progress * progress * (3 - 2 * progress)
  const mix = (key: keyof View) => from[key] + (to[key] - from[key]) * part
  return { top: mix('top'), width: mix('width') }
}
