import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestedWith } from '@krapao/contract/limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Picture } from '../../../platform/picture.ts'
import { PoolClosed } from '../../../platform/process-pool.ts'
import { type TestApp, testConfig } from '../../../testing/app.ts'
import { finderPng, flatPng, framesGif } from '../../../testing/bombs.ts'
import { byDepth } from '../../../testing/depth.ts'
import { startNode, type TestNode } from '../../../testing/node.ts'
import { createSlipReader, type SentSlip, type SlipReader } from './reader.ts'
import { slipPauseMinutes, slipUnreadableInRow } from './rules.ts'
import {
  forgeSlip,
  makeTransfer,
  newSender,
  readSlip,
  type Sender,
  settle,
  slipApp,
  slipsOf,
  upload,
} from './testing/slip.ts'
import { keptPicture } from './upload.ts'

/** Pictures that are made to be slow, and many of them (rules.md §5.1). */

const slipOf = (memberId = 'm'): SentSlip => ({
  id: memberId,
  memberId,
  standing: 'unknown',
  createdAt: new Date(),
})

const bytesOf = (picture: Picture): Uint8Array =>
  picture.outcome === 'picture' ? picture.bytes : new Uint8Array()

/** Sends a picture to the chat as a visitor of an address. */
async function toChat(address: string, from: string, bytes: Uint8Array): Promise<number> {
  const headers = { 'x-requested-with': requestedWith, 'x-forwarded-for': from }
  const guest = await fetch(`${address}/api/chat/guest`, { method: 'POST', headers })
  const { guestToken } = (await guest.json()) as { guestToken: string }
  const form = new FormData()
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/gif' }), 'a.gif')
  const sent = await fetch(`${address}/api/chat/upload-image`, {
    method: 'POST',
    body: form,
    headers: { ...headers, 'x-guest-token': guestToken },
  })
  return sent.status
}

describe('a flood', () => {
  const hostile = [finderPng(2000), finderPng(1640), finderPng(1200), flatPng(7000, 7000)]
  const bomb = framesGif(80_000)
  const middle = (times: number[]): number =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

  /** The share of the processors' time, of 1, that other things on the machine take at present. */
  async function shareOfOthers(): Promise<number> {
    const times = () => cpus().map(({ times }) => times)
    const idleOf = (all: ReturnType<typeof times>) => all.reduce((sum, { idle }) => sum + idle, 0)
    const sumOf = (all: ReturnType<typeof times>) =>
      all.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
    const before = times()
    await sleep(500)
    const after = times()
    return 1 - (idleOf(after) - idleOf(before)) / (sumOf(after) - sumOf(before))
  }

  /** Twenty members and as many visitors send the worst there is. */
  async function flood(app: TestApp, node: TestNode) {
    const members = await Promise.all(Array.from({ length: 20 }, () => newSender(app)))
    const sent = members.map(({ token }, at) =>
      upload(node.address, token, hostile[at % hostile.length] ?? bomb).catch(() => undefined),
    )
    const visits = members.map((_, at) => toChat(node.address, `10.7.1.${at}`, bomb))
    return { members, sent, visits }
  }

  /**
   * A flood of a node of its own, so that those who send take no time of its.
   * @param order of honest members' slips, one after the other: of one whom the node knows, or a new one
   * @returns the milliseconds from each slip to its money; `alone`: before the flood
   */
  async function timesIn(order: ('known' | 'new')[]) {
    const app = await slipApp()
    await app.context.jobs.stop()
    const node = await startNode({ config: { ...testConfig(app.sandbox), DATABASE_URL: app.database.url } })
    const took: Record<'alone' | 'known' | 'new' | 'others', number[]> = {
      alone: [],
      known: [],
      new: [],
      others: [],
    }
    const honest = async (sender: Sender): Promise<number> => {
      const { png } = await makeTransfer(app, sender)
      const began = performance.now()
      expect(await settle(node, sender.token, png)).toMatchObject({ status: 'SUCCESS' })
      return performance.now() - began
    }
    try {
      const known = await newSender(app)
      await honest(known)
      for (const sender of [known, await newSender(app), known]) took.alone.push(await honest(sender))
      const senders = await Promise.all(order.map((who) => (who === 'known' ? known : newSender(app))))
      took.others.push(await shareOfOthers())
      const { members, sent, visits } = await flood(app, node)
      // The first of them are being looked at.
      await Promise.race(sent)
      for (const [at, who] of order.entries()) took[who].push(await honest(senders[at] ?? known))
      const done = await app.database.query(
        `select distinct member_id from slips where member_id = any($1) and status = 'FAILED'`,
        [members.map(({ id }) => id)],
      )
      // Most of the flood was there before all of them, and still is.
      expect(members.length - done.length).toBeGreaterThan(8)
      expect(await Promise.all(visits)).toEqual(visits.map(() => 415))
    } finally {
      await node.stop()
      await app.close()
    }
    return took
  }

  it('keeps an honest slip waiting for a moment only, also one of a member whom nobody knows', async () => {
    const floods = [
      await timesIn(['new', 'known']),
      await timesIn(['known', 'new']),
      await timesIn(['new', 'known']),
    ]
    const all = (who: keyof (typeof floods)[number]) => floods.flatMap((took) => took[who])
    const alone = middle(all('alone'))
    const said = (who: 'known' | 'new') =>
      `${who} ${all(who).map(Math.round).join(', ')} ms, in the middle ${(middle(all(who)) / alone).toFixed(1)} times`
    const others = Math.max(...all('others'))
    console.info(
      `an honest slip: alone ${Math.round(alone)} ms; in a flood ${said('known')}; ${said('new')}; ` +
        `others took ${Math.round(100 * others)} % of the processors`,
    )
    // What else takes the processors, such as other tests, makes a slip beside a flood slower than one alone
    // by more than the flood does.
    const most = others < 0.2 ? Math.max(3 * alone, 1000) : Math.max(10 * alone, 10_000)
    expect(middle(all('known'))).toBeLessThan(most)
    expect(middle(all('new'))).toBeLessThan(most)
  }, 300_000)
})

describe('a picture that is made to be slow', () => {
  let reader: SlipReader
  beforeAll(() => {
    reader = createSlipReader()
    sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] })
  })
  afterAll(() => reader.close())

  it('is not read after two seconds of a processor, and that is final', async () => {
    const jpeg = await sharp(finderPng(2000)).toColourspace('srgb').jpeg({ quality: 90 }).toBuffer()
    expect(await readSlip(reader, 'hard', jpeg)).toEqual({ outcome: 'none' })
    const good = await sharp(await forgeSlip())
      .jpeg()
      .toBuffer()
    expect(await readSlip(reader, 'good', good)).toMatchObject({ outcome: 'slip' })
  })

  it('keeps no honest newcomer waiting for more than what is at work and one more turn', async () => {
    const own = createSlipReader()
    const { signal } = new AbortController()
    const fileOf = async (name: string, bytes: Uint8Array) => {
      const file = join(tmpdir(), `krapao-slip-crowd-${process.pid}-${name}`)
      await writeFile(file, bytes)
      return file
    }
    const [hard, good] = [await fileOf('hard', finderPng(2000)), await fileOf('good', await forgeSlip())]
    let steps = 0
    const read = async (at: number) => {
      const slip = { ...slipOf(`hard ${at}`), createdAt: new Date(at) }
      const cleaned = await own.clean(slip, hard, keptPicture, signal)
      steps++
      await own.scan(slip, bytesOf(cleaned))
      steps++
    }
    // Most of them end with the reader.
    const crowd = Promise.allSettled(Array.from({ length: 20 }, (_, at) => read(at)))
    await expect.poll(() => steps, { interval: 5, timeout: 100_000 }).toBeGreaterThan(0)
    const before = steps
    const slip = { ...slipOf('newcomer'), createdAt: new Date(20) }
    const cleaned = await own.clean(slip, good, keptPicture, signal)
    expect(await own.scan(slip, bytesOf(cleaned))).toMatchObject({ outcome: 'slip' })
    // Two were at work; one of them made room for the oldest; beside the newcomer the other place goes on.
    expect(steps - before).toBeLessThanOrEqual(6)
    await own.close()
    await crowd
    await Promise.all([rm(hard), rm(good)])
  }, 240_000)

  it('is glanced at in the turn in which it is cleaned, and then waits for no other', async () => {
    const own = createSlipReader()
    const file = join(tmpdir(), `krapao-slip-turn-${process.pid}`)
    await writeFile(file, await forgeSlip())
    const { signal } = new AbortController()
    const cleaned = await own.clean(slipOf(), file, keptPicture, signal)
    // Nothing more can be asked of a process.
    await own.close()
    const jpeg = bytesOf(cleaned)
    expect(await own.scan(slipOf(), jpeg)).toMatchObject({ outcome: 'slip', attempt: 0 })
    await expect(own.scan(slipOf('another'), jpeg)).rejects.toThrow(PoolClosed)
    await rm(file)
  })

  it('has a budget for being cleaned as well', async () => {
    const file = join(tmpdir(), `krapao-slip-flood-${process.pid}`)
    await writeFile(file, flatPng(7_000, 7_000))
    const { signal } = new AbortController()
    expect(await reader.clean(slipOf(), file, keptPicture, signal)).toMatchObject({ outcome: 'picture' })
    await rm(file)
  })

  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
  it(`is answered, whatever its first bytes say (FUZZ_SEED=${seed})`, async () => {
    let state = seed
    const roll = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    const slip = sharp(await forgeSlip()).resize(270)
    const kinds = [
      await slip.clone().png().toBuffer(),
      await slip.clone().jpeg().toBuffer(),
      await slip.clone().webp().toBuffer(),
      framesGif(5),
    ]
    const kept = { edge: 1600, type: 'webp', minEdge: 1, gif: 'moving' } as const
    const { signal } = new AbortController()
    const outcomes = await Promise.all(
      Array.from({ length: byDepth({ usual: 25, deep: 500 }) }, async (_, at) => {
        const bytes = Buffer.from(kinds[at % kinds.length] ?? '')
        for (let count = 1 + roll(6); count > 0; count--) bytes[roll(Math.min(bytes.length, 120))] = roll(256)
        const file = join(tmpdir(), `krapao-slip-fuzz-${process.pid}-${at}`)
        await writeFile(file, bytes)
        const { outcome } = await reader.clean(slipOf(`fuzz ${at}`), file, kept, signal)
        await rm(file)
        return outcome
      }),
    )
    for (const outcome of outcomes) expect(['picture', 'no-picture', 'wrong-size']).toContain(outcome)
    expect(outcomes).toContain('no-picture')
    const good = await sharp(await forgeSlip())
      .jpeg()
      .toBuffer()
    expect(await readSlip(reader, 'good', good)).toMatchObject({ outcome: 'slip' })
  })
})

describe('a member whose pictures cannot be read', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await slipApp()
    await app.context.settings.set(slipUnreadableInRow, 3)
    await app.context.settings.set(slipPauseMinutes, 10)
    sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] })
  })
  afterAll(() => app.close())
  const blank = () =>
    sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()

  it('has to pause after three in a row, and only that member', async () => {
    const [member, other] = [await newSender(app), await newSender(app)]
    const send = async () => (await upload(app.address, member.token, await blank())).status
    const failed = async () =>
      expect(await settle(app, member.token, await blank())).toMatchObject({
        note: 'CANNOT_READ_CROPPED_IMAGE',
      })
    await failed()
    await failed()
    // A slip that is read begins a new row, whatever comes of it.
    expect(await settle(app, member.token, await forgeSlip())).toMatchObject({ note: 'INVALID_SLIP' })
    app.clock.advance(1)
    await failed()
    await failed()
    await failed()
    expect(await send()).toBe(429)
    const { body } = await upload(app.address, member.token, await blank())
    expect(body).toMatchObject({ message: 'SLIP_PAUSED', retryAfter: expect.any(Number) })
    expect((await slipsOf(app, member.token)).length).toBe(6)
    expect((await upload(app.address, other.token, await blank())).status).toBe(200)
    app.clock.advance(10 * 60 + 1)
    expect(await send()).toBe(200)
  })
})

describe('a node', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await slipApp()
    await app.context.jobs.stop()
  })
  afterAll(() => app.close())

  const childrenOf = (pid: number): number[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean).map(Number)
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  /** A node that decodes and reads as much as it can. */
  async function busyNode(): Promise<{ node: TestNode; children: number[] }> {
    const node = await startNode({ config: { ...testConfig(app.sandbox), DATABASE_URL: app.database.url } })
    const members = await Promise.all(Array.from({ length: 6 }, () => newSender(app)))
    for (const { token } of members) {
      upload(node.address, token, finderPng(2000)).catch(() => {})
      upload(node.address, token, flatPng(7000, 7000)).catch(() => {})
    }
    toChat(node.address, '10.9.9.9', framesGif(200)).catch(() => {})
    await expect.poll(() => childrenOf(node.pid).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2)
    return { node, children: childrenOf(node.pid) }
  }

  it('that is told to stop ends in time, and its processes with it', async () => {
    const { node, children } = await busyNode()
    const began = performance.now()
    await node.stop()
    expect(performance.now() - began).toBeLessThan(25_000)
    await expect.poll(() => children.filter(isAlive)).toEqual([])
  })

  it('that is killed leaves no process behind', async () => {
    const { node, children } = await busyNode()
    await node.kill()
    await expect.poll(() => children.filter(isAlive), { timeout: 20_000 }).toEqual([])
  })
})
