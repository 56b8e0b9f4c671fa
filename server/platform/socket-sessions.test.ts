import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createSessions } from './sockets.ts'

afterEach(() => vi.useRealTimers())

test('of five thousand sessions on a node exactly the invalid ones are ended within a second', async () => {
  vi.useFakeTimers()
  const all = Array.from({ length: 5000 }, (_, n) => `s${n}`)
  const gone = new Set(all.filter((_, n) => n % 7 === 0))
  const ended: string[] = []
  const sessions = createSessions((session) => ended.push(session), pino({ level: 'silent' }))
  const door = {
    admit: async () => undefined,
    living: async (asked: string[]) => asked.filter((session) => !gone.has(session)),
  }
  for (const session of all) sessions.joined(session, door)
  await vi.advanceTimersByTimeAsync(1000)
  sessions.close()
  expect(new Set(ended)).toEqual(gone)
})
