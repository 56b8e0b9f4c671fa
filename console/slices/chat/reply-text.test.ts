import { describe, expect, it } from 'vitest'
import {
  type CannedReply,
  editedOf,
  fillIn,
  matching,
  replyIn,
  saysSomething,
  shortcutIn,
} from './reply-text.ts'

const reply = (shortcut: string, texts: Partial<CannedReply['texts']>): CannedReply => ({
  _id: shortcut,
  shortcut,
  texts: { th: '', la: '', en: '', ...texts },
  version: 1,
  operator: null,
  at: '2026-11-23T00:00:00.000Z',
  waiting: null,
})
const waiting = {
  shortcut: 'new',
  texts: { th: 'evil.example', la: '', en: '' },
  newHosts: ['evil.example'],
  operator: { _id: 'op', name: 'Support' },
  at: '2026-11-23T00:00:00.000Z',
}

describe('a canned reply', () => {
  it.each([
    ['la', { th: 'ก', la: 'ກ', en: 'a' }, 'ກ', 'la'],
    ['la', { th: 'ก', en: 'a' }, 'ก', 'th'],
    ['en', { la: 'ກ' }, 'ກ', 'la'],
  ] as const)('for a customer who writes in %s, of %j', (language, texts, text, found) => {
    expect(replyIn(reply('x', texts), language)).toEqual({ language: found, text })
  })

  it('that waits for its first approval cannot be inserted, and is edited as it would be', () => {
    const first = { ...reply('x', {}), waiting }
    expect(saysSomething(first)).toBe(false)
    expect(editedOf(first)).toMatchObject({ shortcut: 'new', texts: waiting.texts })
    const changed = { ...reply('x', { th: 'old' }), waiting }
    expect(saysSomething(changed)).toBe(true)
    expect(replyIn(changed, 'th').text).toBe('old')
    expect(editedOf(reply('x', { th: 'old' })).texts.th).toBe('old')
  })

  it.each([
    ['Hello {name}, hi', 'สมชาย ใจดี', 'Hello สมชาย ใจดี, hi'],
    ['Hello {name}, hi', undefined, 'Hello, hi'],
    ['คุณ{name} ค่ะ', undefined, 'คุณ ค่ะ'],
    ['{name}', '$& $1', '$& $1'],
    ['{other}', 'x', '{other}'],
  ])('%j with the name %j', (text, name, filled) => expect(fillIn(text, name)).toBe(filled))
})

it.each([
  ['/', ''],
  ['/dep', 'dep'],
  ['/ฝาก', 'ฝาก'],
  ['/dep osit', undefined],
  ['see /dep', undefined],
  ['', undefined],
])('the answer %j looks for %j', (answer, typed) => expect(shortcutIn(answer)).toBe(typed))

it('are found by the beginning of the shortcut first, then by what they say', () => {
  const all = [
    reply('no-slip', { en: 'x' }),
    reply('slip', { en: 'x' }),
    reply('a', { en: 'Send the SLIP' }),
    reply('b', {}),
  ]
  expect(matching(all, 'Slip').map(({ shortcut }) => shortcut)).toEqual(['slip', 'no-slip', 'a'])
  expect(matching(all, '')).toHaveLength(4)
})
