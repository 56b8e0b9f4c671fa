import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestedWith } from '@krapao/contract/limits.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanPicture } from '../../../platform/picture.ts'
import { type TestApp, testConfig } from '../../../testing/app.ts'
import { flatPng } from '../../../testing/bombs.ts'
import { startNode } from '../../../testing/node.ts'
import {
  forgeSlip,
  makeTransfer,
  newSender,
  type Sender,
  settle,
  slipApp,
  slipsOf,
  upload,
} from './testing/slip.ts'
import { keptPicture } from './upload.ts'

/** What strangers send instead of slips. */

let app: TestApp
let member: Sender
beforeAll(async () => {
  app = await slipApp()
  member = await newSender(app)
  // The server has shut the readers that it does not need, for the whole process; these pictures are our own.
  sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] })
})
afterAll(() => app.close())

const send = (bytes: Uint8Array, name = 'slip.png', type = 'image/png') =>
  upload(app.address, member.token, { bytes, name, type })
const kept = async (link: string | null) =>
  Buffer.from(await (await fetch(app.address + link)).arrayBuffer()).toString('latin1')

describe('what is no picture', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>'
  const sign = Buffer.from('89504e470d0a1a0a', 'hex')
  it.each<[string, Buffer]>([
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from(svg)],
    ['SVG with a prologue', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['SVG behind the first bytes of a PNG', Buffer.concat([sign, Buffer.from(svg)])],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['the first bytes of a WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['one byte', Buffer.from([0x89])],
    ['a PNG without its pixels', flatPng(600, 600, 10)],
  ])('%s', async (_, bytes) => {
    expect(await send(bytes)).toEqual({ status: 415, body: { message: 'SLIP_INVALID_FILE' } })
    expect(await slipsOf(app, member.token)).toEqual([])
  })

  it('a slip that is cut off', async () => {
    const png = await forgeSlip()
    const jpeg = await sharp(png).jpeg().toBuffer()
    const webp = await sharp(png).webp().toBuffer()
    for (const whole of [png, jpeg, webp]) {
      expect(await send(whole.subarray(0, whole.length * 0.6))).toMatchObject({ status: 415 })
    }
  })

  it('a TIFF, which the library would read', async () => {
    expect(
      await send(
        await sharp(await forgeSlip())
          .tiff()
          .toBuffer(),
      ),
    ).toMatchObject({ status: 415 })
  })

  it.each<[string, (form: FormData) => void]>([
    ['two files', (form) => form.append('file', new Blob(['b']), 'b.png')],
    [
      'six parts',
      (form) => {
        for (let at = 0; at < 5; at++) form.append(`field${at}`, 'x')
      },
    ],
  ])('a form of %s', async (_, add) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await forgeSlip())], { type: 'image/png' }), 'a.png')
    add(form)
    const response = await fetch(`${app.address}/api/wallet/slip`, {
      method: 'POST',
      body: form,
      headers: { 'x-requested-with': requestedWith, authorization: `Bearer ${member.token}` },
    })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        message: 'INVALID_REQUEST',
        fields: [{ field: 'file', reason: expect.stringContaining('one file') }],
      },
    ])
  })

  it('a form that is cut off', async () => {
    const response = await fetch(`${app.address}/api/wallet/slip`, {
      method: 'POST',
      body: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'x-requested-with': requestedWith,
        authorization: `Bearer ${member.token}`,
      },
    })
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      'INVALID_REQUEST',
    ])
  })
})

describe('a slip that is something else as well', () => {
  it('is read, and kept without what it carried', async () => {
    const { png } = await makeTransfer(app, member)
    const jpeg = await sharp(png)
      .withExif({ IFD0: { ImageDescription: '<script>alert(2)</script>', Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const archive = Buffer.from('PK\x05\x06<script>alert(3)</script><?php system($_GET[0]); ?>')
    const slip = await settle(app, member.token, Buffer.concat([jpeg, archive]))
    expect(slip.status).toBe('SUCCESS')
    expect(await kept(slip.link)).not.toMatch(/script|secret|php|Exif/)
  })

  it('is turned upright as its EXIF says, and called what it is', async () => {
    const { png } = await makeTransfer(app, member)
    const jpeg = await sharp(png).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { link, status } = await settle(app, member.token, {
      bytes: jpeg,
      name: 'x.gif',
      type: 'image/gif',
    })
    expect(status).toBe('SUCCESS')
    const { width, height, orientation } = await sharp(Buffer.from(await kept(link), 'latin1')).metadata()
    expect([width, height, orientation]).toEqual([1640, 1080, undefined])
  })

  it.each([2, 3, 4, 5, 6, 7, 8])(
    'EXIF orientation %i is what the library makes of it',
    async (orientation) => {
      const jpeg = await sharp(await forgeSlip())
        .extract({ left: 0, top: 0, width: 500, height: 300 })
        .withMetadata({ orientation })
        .jpeg()
        .toBuffer()
      const file = join(tmpdir(), `krapao-slip-test-${process.pid}`)
      await writeFile(file, jpeg)
      const picture = await cleanPicture(file, keptPicture)
      await rm(file)
      const [ours, theirs] = await Promise.all(
        [sharp(picture.outcome === 'picture' ? picture.bytes : undefined), sharp(jpeg).autoOrient()].map(
          (picture) => picture.resize(16, 16, { fit: 'fill' }).greyscale().raw().toBuffer(),
        ),
      )
      const apart = [...(ours ?? [])].map((value, at) => Math.abs(value - (theirs?.[at] ?? 999)))
      expect(apart.reduce((sum, difference) => sum + difference, 0) / 256).toBeLessThan(6)
    },
  )
})

describe('what is too large', () => {
  const max = 10 * 1024 * 1024

  it('10 MB are taken, one byte more is not', async () => {
    const png = await forgeSlip()
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length, 1)])
    expect(await send(padded(max))).toMatchObject({ status: 200 })
    expect(await send(padded(max + 1))).toEqual({ status: 413, body: { message: 'PAYLOAD_TOO_LARGE' } })
    expect(await send(padded(3 * max))).toEqual({ status: 413, body: { message: 'PAYLOAD_TOO_LARGE' } })
  })

  it.each([
    [40_000, 40_000],
    [7_100, 7_100],
    [20_001, 100],
  ])('a picture of %i × %i is not unpacked', async (width, height) => {
    const bomb = flatPng(width, height, 1)
    expect(bomb.length).toBeLessThan(10_000)
    const { status, note, link } = await settle(app, member.token, bomb)
    expect([status, note, link]).toEqual(['FAILED', 'IMG_SIZE_UNABLE_TO_PROCESS', null])
  })

  it('memory stays bounded, whatever comes at once', async () => {
    // A process of its own: this one also has what other test files left, and the sender's side.
    const own = await slipApp()
    await own.context.jobs.stop()
    const config = { ...testConfig(own.sandbox), DATABASE_URL: own.database.url }
    const node = await startNode({ config })
    const members = await Promise.all(Array.from({ length: 6 }, () => newSender(own)))
    /** A machine that is too busy says so, and the member sends it again. */
    async function toNode(bytes: Uint8Array, at: number): ReturnType<typeof upload> {
      const file = { bytes, name: 'slip.png', type: 'image/png' }
      for (;;) {
        const answer = await upload(node.address, members[at % members.length]?.token ?? '', file)
        if (answer.status !== 503) return answer
      }
    }
    const memoryOf = (pid: number | string): number => {
      try {
        return (
          Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
        )
      } catch {
        return 0
      }
    }
    const inMemory = (): number => memoryOf(node.pid)
    /** The most megabytes that any of the processes took that decode. */
    let largest = 0
    const watchChildren = setInterval(() => {
      const children = readFileSync(`/proc/${node.pid}/task/${node.pid}/children`, 'latin1').split(' ')
      largest = Math.max(largest, ...children.filter(Boolean).map(memoryOf))
    }, 50)
    const large = flatPng(7_000, 7_000)
    const heavy = Buffer.concat([await forgeSlip(), Buffer.alloc(9 * 1024 * 1024, 1)])
    /** Megabytes by which the process grew while all were taken in. */
    async function growth(): Promise<number> {
      const before = inMemory()
      let peak = 0
      const watch = setInterval(() => {
        peak = Math.max(peak, inMemory())
      }, 20)
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, (_, at) => toNode(large, at)),
        ...Array.from({ length: 12 }, (_, at) => toNode(heavy, at)),
      ])
      clearInterval(watch)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      return peak - before
    }
    const waves: number[] = []
    try {
      for (let wave = 0; wave < 3; wave++) waves.push(await growth())
    } finally {
      clearInterval(watchChildren)
      await node.kill()
      await own.close()
    }
    const [first, , third] = waves
    // Six of the large pictures whole in memory would be 900 MB. The first wave loads all that it runs, too.
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(450)
    expect(largest).toBeGreaterThan(50)
    expect(largest).toBeLessThan(700)
    // What the first took is used again.
    expect(third).toBeLessThan(200)
  }, 600_000)
})
