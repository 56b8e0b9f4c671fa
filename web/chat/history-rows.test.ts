import { describe, expect, it } from 'vitest'
import type { ChatEntry } from './chat-client.ts'
import { blocksOf, dayOf, rowsOf, senderName, timeOf } from './history-rows.ts'

const entry = (number: number | null, more: Partial<ChatEntry> = {}): ChatEntry => ({
  key: `key-${number ?? Math.random()}`,
  number,
  sender: 'customer',
  name: '',
  message: { message_type: 'text', payload: { message: `${number}` } },
  session_id: 's1',
  createdAt: new Date(2026, 10, 23, 12, 0, 5).toISOString(),
  deliver: { status: 'succeed', progress: 1 },
  ...more,
})
const at = (...parts: [number, number, number, number?, number?, number?]) => new Date(...parts).toISOString()

describe('days', () => {
  it('are those of Bangkok, and times have seconds', () => {
    const moment = '2026-01-01T20:04:05Z'
    expect(dayOf(moment)).toBe('2026-01-02')
    expect(timeOf(moment)).toBe('03:04')
  })
})

it.each([
  ['customer', '', 'chat.customer'],
  ['customer', 'Somchai', 'Somchai'],
  ['bot', '', 'chat.bot'],
  ['bot', 'Nong', 'Nong'],
  ['operator', '', 'chat.bot'],
] as const)('a message of the %s called %j is said to be from %s', (sender, name, said) =>
  expect(senderName({ sender, name }, (key) => key)).toBe(said),
)

describe('rows', () => {
  const shape = (entries: ChatEntry[]) =>
    rowsOf(entries, undefined, undefined).map(({ day, endsSession, showsName, showsTime }) =>
      [day && 'day', endsSession && 'end', showsName && 'name', showsTime && 'time']
        .filter(Boolean)
        .join(' '),
    )

  it.each<[string, ChatEntry[], string[]]>([
    ['one sender within a minute', [entry(1), entry(2)], ['day name', 'time']],
    ['two senders', [entry(1), entry(2, { sender: 'bot', name: 'Bot' })], ['day name time', 'name time']],
    [
      'two operators',
      [entry(1, { sender: 'operator', name: 'Nok' }), entry(2, { sender: 'operator', name: 'Ploy' })],
      ['day name time', 'name time'],
    ],
    [
      'a later minute',
      [entry(1), entry(2, { createdAt: at(2026, 10, 23, 12, 1, 0) })],
      ['day name time', 'time'],
    ],
    [
      'another day',
      [entry(1), entry(2, { createdAt: at(2026, 10, 24, 0, 0, 1) })],
      ['day name time', 'day name time'],
    ],
    ['another session', [entry(1), entry(2, { session_id: 's2' })], ['day name time', 'end name time']],
    [
      'a message that is on its way ends no session',
      [entry(1), entry(null, { session_id: null, deliver: { status: 'sending', progress: 0 } })],
      ['day name time', 'time'],
    ],
  ])('%s', (_, entries, rows) => expect(shape(entries)).toEqual(rows))

  it('the messages around them count', () => {
    const [row] = rowsOf([entry(2)], entry(1), entry(3, { session_id: 's2' }))
    expect(row).toMatchObject({ day: null, showsName: false, endsSession: false, showsTime: true })
    expect(rowsOf([entry(2)], entry(1, { session_id: 's0' }), undefined)[0]).toMatchObject({
      endsSession: true,
    })
  })
})

describe('blocks', () => {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => entry(from + i))

  it('have every message once, in order', () => {
    const entries = [...range(31, 120), entry(null), entry(null)]
    expect(blocksOf(entries).flatMap((block) => block.entries)).toEqual(entries)
    expect(new Set(blocksOf(entries).map(({ id }) => id)).size).toBe(blocksOf(entries).length)
  })

  it('stay the same when older messages come above and a new one below', () => {
    const entries = range(60, 120)
    const before = new Map(blocksOf(entries).map((block) => [block.id, block]))
    const after = blocksOf([...range(50, 59), ...entries, entry(121)], before)
    // 75 to 99 is the one that nothing touched.
    expect(before.get(3)?.entries).toHaveLength(25)
    expect(after.find(({ id }) => id === 3)).toBe(before.get(3))
    expect(after.find(({ id }) => id === 2)).not.toBe(before.get(2))
  })

  it('a changed message changes its block only', () => {
    const entries = range(1, 100)
    const before = new Map(blocksOf(entries).map((block) => [block.id, block]))
    const changed = entries.map((one) => (one.number === 60 ? { ...one, name: 'x' } : one))
    const same = blocksOf(changed, before).filter((block) => before.get(block.id) === block)
    expect(same.map(({ id }) => id)).toEqual([0, 1, 3, 4])
  })

  it('a message that gets its number stays in its block', () => {
    const waiting = [...range(1, 30), entry(null, { key: 'new' })]
    const sent = [...range(1, 30), entry(31, { key: 'new' })]
    const place = (entries: ChatEntry[]) =>
      blocksOf(entries).find((block) => block.entries.some(({ key }) => key === 'new'))?.id
    expect(place(waiting)).toBe(place(sent))
  })

  it('100,000 messages are divided in a moment', () => {
    const entries = range(1, 100_000)
    const before = new Map(blocksOf(entries).map((block) => [block.id, block]))
    const began = performance.now()
    const after = blocksOf([...entries, entry(100_001)], before)
    expect(performance.now() - began).toBeLessThan(2000)
    expect(after.filter((block) => before.get(block.id) === block)).toHaveLength(before.size - 1)
  })
})
