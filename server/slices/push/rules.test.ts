import { languages } from '@krapao/contract/languages.ts'
import { describe, expect, it, test } from 'vitest'
import { compose, defaults, isSilent, type PushEvent, pauseAfter, topicOf } from './rules.ts'

const night = { ...defaults, quietFrom: '22:00', quietUntil: '08:00' }
const noon = { ...defaults, quietFrom: '12:00', quietUntil: '13:00' }
const never = { ...defaults, quietFrom: '00:00', quietUntil: '00:00' }
/** A time of the Bangkok day. */
const at = (time: string) => new Date(`2026-11-23T${time}:00+07:00`)

describe('quiet hours, in Bangkok', () => {
  it.each([
    [night, '21:59', false],
    [night, '22:00', true],
    [night, '00:00', true],
    [night, '07:59', true],
    [night, '08:00', false],
    [noon, '11:59', false],
    [noon, '12:30', true],
    [noon, '13:00', false],
    [never, '00:00', false],
    [never, '03:00', false],
  ])('%o at %s: %s', (settings, time, silent) => {
    expect(isSilent('credited', settings, at(time))).toBe(silent)
  })

  it('a login on a new device is heard at any hour', () => {
    expect(isSilent('login', night, at('03:00'))).toBe(false)
  })
})

const money = { amountMinor: 123_456_789, currency: 'THB' } as const
const events: PushEvent[] = [
  { key: 'credited:1', kind: 'credited', ...money },
  { key: 'paid:1', kind: 'paid', ...money },
  { key: 'refused:1', kind: 'refused', ...money },
  { key: 'refused:2', kind: 'refused', text: 'notCredited' },
  { key: 'chat:1', kind: 'chat' },
  { key: 'login:1', kind: 'login' },
]

describe.each(events)('$key', (event) => {
  it.each(languages)('is said in %s, with the unit and without a blank left open', (language) => {
    const shown = compose(event, { language, hidesAmounts: false, silent: false })
    expect(shown.title).not.toBe('')
    expect(`${shown.title} ${shown.body}`).not.toMatch(/\{|undefined/)
    expect(shown.body.includes('฿1,234,567.89')).toBe(event.amountMinor !== undefined)
    expect(shown.lang).toBe(language === 'la' ? 'lo' : language)
  })

  it.each(languages)('hides the amount in %s', (language) => {
    const { title, body } = compose(event, { language, hidesAmounts: true, silent: false })
    expect(body).not.toBe('')
    expect(`${title} ${body}`).not.toMatch(/[\d฿₭{]/)
  })

  it('leads to a page of the app', () => {
    expect(compose(event, { language: 'th', hidesAmounts: false, silent: false }).url).toMatch(/^\/user\//)
  })
})

test('kip has its own sign', () => {
  const event: PushEvent = { key: 'x', kind: 'paid', amountMinor: 5_000_000, currency: 'LAK' }
  expect(compose(event, { language: 'la', hidesAmounts: false, silent: true }).body).toContain('₭50,000')
})

test('an event has one topic, which a push service takes, and another event another one', () => {
  const topics = events.map(({ key }) => topicOf(key))
  expect(new Set(topics).size).toBe(events.length)
  for (const topic of topics) expect(topic).toMatch(/^[\w-]{32}$/)
  expect(topicOf('paid:1')).toBe(topicOf('paid:1'))
})

test('the answers in a conversation replace each other, those in another one do not', () => {
  expect(topicOf('chat:cv1:2')).toBe(topicOf('chat:cv1:13'))
  expect(topicOf('chat:cv1:2')).not.toBe(topicOf('chat:cv2:2'))
})

test('the pauses between tries grow, and stay at an hour', () => {
  const pauses = Array.from({ length: 8 }, (_, tries) => pauseAfter(tries + 1))
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses.at(-1)).toBe(3600)
})
