import { expect, it } from 'vitest'
import { changesOf } from './changes.ts'

it.each<[string, unknown, unknown, unknown[]]>([
  ['nothing', { a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 }, []],
  ['a field', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [{ field: 'a/c', from: 2, to: 3 }]],
  ['a field that was without', { a: null }, { a: 5 }, [{ field: 'a', from: null, to: 5 }]],
  ['a field that came', {}, { a: 5 }, [{ field: 'a', from: null, to: 5 }]],
  ['a whole part', { a: { b: 1 } }, { a: null }, [{ field: 'a', from: { b: 1 }, to: null }]],
  [
    'what has no code, by its place',
    { a: ['x'] },
    { a: ['x', 'y'] },
    [{ field: 'a/1', from: null, to: 'y' }],
  ],
  [
    'what has a code, wherever it is now',
    {
      s: [
        { code: 'A', w: 1 },
        { code: 'B', w: 2 },
      ],
    },
    {
      s: [
        { code: 'B', w: 3 },
        { code: 'A', w: 1 },
      ],
    },
    [{ field: 's/B/w', from: 2, to: 3 }],
  ],
  [
    'the order alone',
    { s: [{ code: 'A' }, { code: 'B' }] },
    { s: [{ code: 'B' }, { code: 'A' }] },
    [{ field: 's', from: ['A', 'B'], to: ['B', 'A'] }],
  ],
  [
    'a part that is gone',
    { s: [{ code: 'A' }, { code: 'B' }] },
    { s: [{ code: 'B' }] },
    [{ field: 's/A', from: { code: 'A' }, to: null }],
  ],
])('%s', (_what, from, to, expected) => expect(changesOf(from, to)).toEqual(expected))
