/**
 * What the buttons above a text with HTML do with what is selected (rules.md §14 lists the elements that a
 * text may have).
 */

export const marks = ['strong', 'em', 'h3', 'p', 'ul', 'a'] as const
export type Mark = (typeof marks)[number]

/**
 * The selected text with a mark around it; of a list and of paragraphs each line has its own.
 * @returns what takes its place, and which part of that is selected then: the words, or of a link the address
 *   to be typed
 */
export function marked(selected: string, mark: Mark): { text: string; from: number; to: number } {
  if (mark === 'a') {
    const start = '<a href="https://'
    return { text: `${start}">${selected}</a>`, from: start.length, to: start.length }
  }
  if (mark === 'ul' || mark === 'p') {
    const lines = selected.split('\n').filter((line) => line.trim() !== '')
    const tag = mark === 'ul' ? 'li' : 'p'
    const inside = (lines.length > 0 ? lines : [''])
      .map((line) => `<${tag}>${line.trim()}</${tag}>`)
      .join('\n')
    const text = mark === 'ul' ? `<ul>\n${inside}\n</ul>` : inside
    const from = text.indexOf(`<${tag}>`) + tag.length + 2
    return { text, from, to: text.lastIndexOf(`</${tag}>`) }
  }
  const start = `<${mark}>`
  return { text: `${start}${selected}</${mark}>`, from: start.length, to: start.length + selected.length }
}
