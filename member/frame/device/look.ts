import { onPreferences, preferences } from './preferences.ts'

/**
 * What the page shows: as the script in index.html has set it before the first paint, so that nothing is set
 * twice.
 */
let shown = preferences()

/** Gives the page the person's theme and size of letters whenever they change, here or in another tab. */
export const followPreferences = (): unknown => onPreferences(show)

function show(): void {
  const { theme, textSize } = preferences()
  const root = document.documentElement
  if (theme !== shown.theme) {
    if (theme === 'system') delete root.dataset.theme
    else root.dataset.theme = theme
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
      const { of } = meta.dataset
      meta.media = theme === 'system' ? `(prefers-color-scheme: ${of})` : theme === of ? 'all' : 'not all'
    }
  }
  // In percent: on top of the size that the browser is set to.
  if (textSize !== shown.textSize) root.style.fontSize = textSize === 100 ? '' : `${textSize}%`
  shown = preferences()
}
