import { expect, it } from 'vitest'
import { type Toast, withToast } from './toasts.tsx'

/** Toasts by their texts; one that went wrong has a `!`. */
const shown = (max: number, ...texts: string[]): string[] =>
  texts
    .reduce<Toast[]>(
      (all, text, id) =>
        withToast(all, { id, text, tone: text.endsWith('!') ? 'negative' : 'positive' }, max),
      [],
    )
    .map(({ text }) => text)

it.each<[string, number, string[], string[]]>([
  ['the latest takes the place of the one before', 1, ['a', 'b'], ['b']],
  ['of three the oldest makes room', 3, ['a', 'b', 'c', 'd'], ['b', 'c', 'd']],
  ['a text is shown once, as the latest', 3, ['a', 'b', 'a'], ['b', 'a']],
  ['what went wrong stays beside a later one', 1, ['a!', 'b'], ['a!', 'b']],
  ['and beside every later one', 1, ['a!', 'b', 'c'], ['a!', 'c']],
  ['what went wrong takes the place of what went well', 1, ['a', 'b!'], ['b!']],
  ['two that went wrong', 1, ['a!', 'b!'], ['a!', 'b!']],
  ['never more than three of them', 1, ['a!', 'b!', 'c!', 'd!'], ['b!', 'c!', 'd!']],
  [
    'never more than three of them and one other',
    3,
    ['a!', 'b!', 'c!', 'd!', 'e', 'f'],
    ['b!', 'c!', 'd!', 'f'],
  ],
])('%s', (_, max, texts, left) => expect(shown(max, ...texts)).toEqual(left))
