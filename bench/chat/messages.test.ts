import { describe, expect, it } from 'vitest'
import { redis } from '../../scripts/services.ts'
import { testDatabase } from '../../server/testing/database.ts'
import { runChat } from './run.ts'
import { createTally } from './tally.ts'

/** `npm run bench:chat` in small: what it counts, and that nothing is lost between two processes. */

describe('the tally', () => {
  const message = (number: number) => ({ customer: 'm1', clientId: `message-${number}`, number })

  it('measures from when a message was due', () => {
    const tally = createTally()
    tally.sent('message-1', 100, 101)
    tally.accepted('message-1')
    tally.heard(message(1), 130)
    expect(tally.outcome(1)).toMatchObject({
      sent: 1,
      received: 1,
      lost: 0,
      doubled: 0,
      p99: 30,
      sendersP99: 1,
    })
  })
  it('misses a message that was accepted or stored and did not come', () => {
    const tally = createTally()
    tally.sent('message-1', 100, 101)
    tally.accepted('message-1')
    tally.heard(message(2), 130)
    expect(tally.outcome(1).lost).toBe(1)
    expect(tally.outcome(3).lost).toBe(2)
  })
  it('sees one that comes twice, under its number or its id, and one that comes late', () => {
    const tally = createTally()
    for (const number of [1, 3, 2, 3]) tally.heard(message(number), 130)
    tally.heard({ ...message(4), clientId: 'message-1' }, 130)
    expect(tally.outcome(3)).toMatchObject({ received: 3, doubled: 2, late: 1, lost: 0 })
  })
})

it('a hundred sockets receive each message once', async () => {
  const [database, cache] = [await testDatabase('postgres'), await redis()]
  try {
    const wanted = { sockets: 100, perSecond: 100, seconds: 3 }
    const { memory, messages } = await runChat({ url: database.url, redisUrl: cache.url }, wanted)
    expect(messages).toMatchObject({ sent: 375, failed: 0, lost: 0, doubled: 0 })
    // The bot has answered, too.
    expect(messages.received).toBeGreaterThan(375)
    expect(messages.received).toBe(messages.stored)
    expect(messages.p99).toBeGreaterThan(0)
    expect(memory.allMb).toBeGreaterThan(0)
  } finally {
    await database.drop()
    await cache.stop()
  }
})
