import { describe, expect, it } from 'vitest'
import { complete, mentionAt, mentionedIn, pieces, suggest } from './mention-text.ts'

const ploy = { _id: 'p', name: 'Ploy' }
const nok = { _id: 'n', name: 'Nok Jaidee' }
const tee = { _id: 't', name: 'พลอย' }

describe('what is being typed', () => {
  it.each([
    ['@', '', 0],
    ['hi @pl', 'pl', 3],
    ['hi @nok jai', 'nok jai', 3],
    ['ถาม @พล', 'พล', 4],
    ['a\n@n', 'n', 2],
  ])('%j: %j from %d', (text, typed, from) => {
    expect(mentionAt(text, text.length)).toEqual({ from, typed })
  })
  it.each(['mail@bank', 'hi', '@ploy\nnext', ''])('%j names nobody', (text) =>
    expect(mentionAt(text, text.length)).toBeUndefined(),
  )
  it('is before the caret', () => expect(mentionAt('@pl and more', 3)).toEqual({ from: 0, typed: 'pl' }))
})

it('suggests by any part of the name, the beginning first', () => {
  expect(suggest([nok, ploy], '')).toEqual([nok, ploy])
  expect(suggest([nok, ploy, tee], 'j')).toEqual([nok])
  expect(suggest([{ _id: 'x', name: 'Apple' }, ploy], 'pl')).toEqual([ploy, { _id: 'x', name: 'Apple' }])
  expect(suggest([ploy], 'Ploy ')).toEqual([])
})

it('completes a name, and finds it again', () => {
  const done = complete('ask @no please', { from: 4, caret: 7 }, nok)
  expect(done).toEqual({ text: 'ask @Nok Jaidee please', caret: 16 })
  expect(mentionedIn(done.text, [ploy, nok])).toEqual(['n'])
})

it('a name of which another one is the beginning mentions one person', () => {
  const short = { _id: 's', name: 'Nok' }
  expect(mentionedIn('ask @Nok Jaidee please', [short, nok])).toEqual(['n'])
  expect(mentionedIn('@Nok, ask @Nok Jaidee', [short, nok]).sort()).toEqual(['n', 's'])
})

it('marks names, the longer one where one begins another', () => {
  const short = { _id: 's', name: 'Nok' }
  expect(pieces('@Nok Jaidee and @Nok.', [short, nok])).toEqual([
    { text: '@Nok Jaidee', isName: true },
    { text: ' and ', isName: false },
    { text: '@Nok', isName: true },
    { text: '.', isName: false },
  ])
  expect(pieces('a (b', [{ _id: 'x', name: '(b' }])).toEqual([{ text: 'a (b', isName: false }])
})
