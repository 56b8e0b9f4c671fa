import { expect, it } from 'vitest'
import { type Mark, marked } from './html-marks.ts'

/** The text with what is selected in brackets. */
function shown(selected: string, mark: Mark): string {
  const { text, from, to } = marked(selected, mark)
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
}

it.each<[Mark, string, string]>([
  ['strong', 'ฟรี', '<strong>[ฟรี]</strong>'],
  ['em', '', '<em>[]</em>'],
  ['h3', 'New year', '<h3>[New year]</h3>'],
  ['p', 'one\n\ntwo ', '<p>[one</p>\n<p>two]</p>'],
  ['p', '', '<p>[]</p>'],
  ['ul', ' one\ntwo', '<ul>\n<li>[one</li>\n<li>two]</li>\n</ul>'],
  ['a', 'rules', '<a href="https://[]">rules</a>'],
])('%s of %j', (mark, selected, expected) => expect(shown(selected, mark)).toBe(expected))
