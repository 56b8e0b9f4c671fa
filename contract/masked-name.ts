/** A person's name as people with a link to a receipt see it (rules.md §22). No dependency. */

const hidden = '•••'

/**
 * A name of which nobody learns more than a few letters, nor how long it is: `SO••• J•••`. Of the first word
 * two letters are shown, of others one, and never more than half. A letter is what is seen as one, with its
 * marks.
 */
export function maskedName(name: string): string {
  const letters = new Intl.Segmenter('th', { granularity: 'grapheme' })
  return name
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word, at) => {
      const signs = Array.from(letters.segment(word), ({ segment }) => segment)
      const shown = Math.min(at === 0 ? 2 : 1, Math.floor(signs.length / 2))
      return signs.slice(0, shown).join('') + hidden
    })
    .join(' ')
}
