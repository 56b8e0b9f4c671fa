import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { memberRoom } from '@krapao/contract/events.ts'
import QRCode from 'qrcode'
import sharp from 'sharp'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journalsOf } from '../../../ledger/testing/asked.ts'
import { storeWork, workOf } from '../../../outside/testing.ts'
import type { TestApp } from '../../../testing/app.ts'
import { bankAccountOf } from '../../account/testing.ts'
import { slipClosedFrom, slipClosedUntil } from '../limits.ts'
import { slipsUnread, slipUploadsPerMinute } from './rules.ts'
import {
  forgeSlip,
  house,
  inWallet,
  makeTransfer,
  newSender,
  settle,
  settled,
  slipApp,
  slipsOf,
  upload,
} from './testing/slip.ts'

/**
 * Slips from the picture to the money (rules.md §5.1), through the real server and the sandbox's verifier.
 */

let app: TestApp
beforeAll(async () => {
  app = await slipApp()
})
afterAll(() => app.close())

const qr = (text: string) => QRCode.toBuffer(text, { scale: 8 })
const rowOf = async (id: string) =>
  (await app.database.query('select * from slips where id = $1', [id]))[0] as Record<string, unknown>

describe('a good slip', () => {
  it('is credited within seconds, and the member’s app is notified', async () => {
    const member = await newSender(app)
    const socket = io(app.address, { transports: ['websocket'] })
    try {
      await socket.emitWithAck('join', { room: memberRoom(member.id), token: member.token })
      let notices = 0
      socket.on('deposits-changed', () => notices++)
      const { png, reference } = await makeTransfer(app, member)
      const began = performance.now()
      const slip = await settle(app, member.token, png)
      expect(performance.now() - began).toBeLessThan(10_000)
      expect(slip).toMatchObject({ amount: 250.75, status: 'SUCCESS', note: null, reference })
      expect(await inWallet(app, member.token)).toBe(250.75)
      expect(notices).toBeGreaterThan(1)
      const [journal] = await journalsOf(app.database, { key: `slip:004:${reference}` })
      expect(journal).toMatchObject({
        kind: 'deposit',
        member_id: member.id,
        meta: { source: 'slip', bankCode: 'SCB', accountNo: house, reference, slipId: slip._id },
      })
      // What it was judged by.
      expect(await rowOf(slip._id)).toMatchObject({
        amount_minor: 25_075,
        from_bank: 'KBANK',
        from_account_no: `xxx-x-x${member.accountNo.slice(5, 9)}-x`,
        from_name: 'SOMYING J',
        to_bank: 'SCB',
        to_account_no: 'xxx-x-x0001-x',
      })
    } finally {
      socket.close()
    }
  })

  it('of each bank, and photographed', async () => {
    for (const bank of ['SCB', 'KTB', 'BBL', 'TMB', 'GSB']) {
      const accountNo = bank === 'GSB' ? `0200${Date.now() % 100_000_000}`.padEnd(12, '7') : undefined
      const member = await app.registerMember({
        bankCode: bank,
        ...(accountNo && { bankAccountNo: accountNo }),
      })
      const account = await bankAccountOf(app.database, member.id)
      const sender = { ...member, accountNo: account?.account_no ?? '' }
      const { png } = await makeTransfer(app, sender, { fromBank: bank, fromName: 'MS. SOMYING JAIDEE' })
      // The server has shut the readers that it does not need, for the whole process.
      sharp.unblock({ operation: ['VipsForeignLoadPngBuffer'] })
      const photo = await sharp(png)
        .rotate(11, { background: '#555555' })
        .blur(1)
        .jpeg({ quality: 40 })
        .toBuffer()
      expect(await settle(app, member.token, photo), bank).toMatchObject({
        status: 'SUCCESS',
        amount: 250.75,
      })
    }
  })

  it('can be looked at by whoever has a fresh link, as a plain JPEG', async () => {
    const member = await newSender(app)
    const { png, reference } = await makeTransfer(app, member)
    const { link } = await settle(app, member.token, png)
    const { body } = await app.call('GET /api/statement/slip/reference/:reference', {
      token: member.token,
      params: { reference },
    })
    for (const path of [link ?? '', body.url]) {
      const response = await fetch(app.address + path)
      expect(response.status).toBe(200)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'content-disposition': 'inline',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        // Opened as a page of its own, nothing in it runs, and it is of no origin.
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).format).toBe('jpeg')
    }
    const other = await newSender(app)
    const asked = await app.call('GET /api/statement/slip/reference/:reference', {
      token: other.token,
      params: { reference },
    })
    expect(asked.error).toEqual({ message: 'NO_DATA' })
    const path = link ?? ''
    for (const wrong of [path.replace(/expires=\d+/, 'expires=9999999999'), path.split('?')[0], `${path}x`]) {
      expect((await fetch(app.address + wrong)).status, wrong).toBe(404)
    }
  })
})

describe('each reason', () => {
  const reason = async (bytes: Uint8Array, token?: string) =>
    (await settle(app, token ?? (await newSender(app)).token, bytes)).note

  it('SLIP_NO_FILE: nothing, an empty file, another field', async () => {
    const { token } = await newSender(app)
    for (const given of [
      { bytes: undefined },
      { bytes: new Uint8Array() },
      { bytes: undefined, fields: { file: 'text' } },
    ]) {
      expect(await upload(app.address, token, given)).toEqual({
        status: 400,
        body: { message: 'SLIP_NO_FILE' },
      })
    }
  })

  it('IMG_SIZE_UNABLE_TO_PROCESS: smaller than any code', async () => {
    const tiny = await sharp({ create: { width: 60, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await reason(tiny)).toBe('IMG_SIZE_UNABLE_TO_PROCESS')
  })

  it('CANNOT_READ_CROPPED_IMAGE: no code, or a code of something else', async () => {
    const blank = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    expect(await reason(blank)).toBe('CANNOT_READ_CROPPED_IMAGE')
    expect(await reason(await qr('https://example.com'))).toBe('CANNOT_READ_CROPPED_IMAGE')
  })

  it('UNSTABLE_REFNO_ON_SLIP: a checksum that does not fit', async () => {
    expect(await reason(await qr('004100060000010103004022020261120120000000001' + '5102TH91040000'))).toBe(
      'UNSTABLE_REFNO_ON_SLIP',
    )
  })

  it('a duplicate of what the same member was credited for says how much and when; to another it says nothing', async () => {
    const [member, other] = [await newSender(app), await newSender(app)]
    const { png } = await makeTransfer(app, member)
    const first = await settle(app, member.token, png)
    expect(first).toMatchObject({ status: 'SUCCESS', credited: null })
    const again = await settle(app, member.token, png)
    expect(again).toMatchObject({
      status: 'FAILED',
      note: 'SLIP_REFNO_DUPLICATED',
      credited: { amount: 250.75 },
    })
    const since = app.clock.now().getTime() - Date.parse(again.credited?.at ?? '')
    expect(since).toBeGreaterThanOrEqual(0)
    expect(since).toBeLessThan(600_000)
    expect(await settle(app, other.token, png)).toMatchObject({
      note: 'SLIP_REFNO_DUPLICATED',
      credited: null,
    })
  })

  it('SLIP_REFNO_DUPLICATED: the same transfer again, by anybody', async () => {
    const member = await newSender(app)
    const { png } = await makeTransfer(app, member)
    expect(await settle(app, member.token, png)).toMatchObject({ status: 'SUCCESS' })
    expect(await reason(png, member.token)).toBe('SLIP_REFNO_DUPLICATED')
    expect(await reason(png)).toBe('SLIP_REFNO_DUPLICATED')
    expect(await inWallet(app, member.token)).toBe(250.75)
  })

  it('INVALID_SLIP: no bank knows it', async () => {
    expect(await reason(await forgeSlip())).toBe('INVALID_SLIP')
  })

  it('DEST_ACC_INVALID: paid to somebody else', async () => {
    const member = await newSender(app)
    for (const change of [
      { toAccountNo: '0000000099' },
      { toBank: 'KBANK' },
      { toBank: 'KTB', toAccountNo: '0000000022' },
    ]) {
      const { png } = await makeTransfer(app, member, change)
      expect(await reason(png, member.token), JSON.stringify(change)).toBe('DEST_ACC_INVALID')
    }
  })

  it('NOT_MATCH: paid by somebody else', async () => {
    const member = await newSender(app)
    for (const change of [{ fromAccountNo: '9999999999' }, { fromBank: 'SCB' }, { fromName: 'WIPA SAENG' }]) {
      const { png } = await makeTransfer(app, member, change)
      expect(await reason(png, member.token), JSON.stringify(change)).toBe('NOT_MATCH')
    }
  })

  it('EXPIRED_SLIP: more than an hour old when uploaded', async () => {
    const member = await newSender(app)
    const ago = (minutes: number) => ({
      at: new Date(app.clock.now().getTime() - minutes * 60_000).toISOString(),
    })
    expect(await reason((await makeTransfer(app, member, ago(61))).png, member.token)).toBe('EXPIRED_SLIP')
    const { png } = await makeTransfer(app, member, ago(59))
    expect(await settle(app, member.token, png)).toMatchObject({ status: 'SUCCESS' })
  })

  it('UPLOADED_FILE_NOT_EXIST: the picture was lost on the way', async () => {
    const member = await newSender(app)
    await app.database.query(
      `insert into slips (id, member_id, currency, created_at, file, status, step)
       values ('lost', $1, 'THB', $2, 'slip/lost.jpg', 'PENDING', 'read')`,
      [member.id, app.clock.now()],
    )
    await storeWork(app.database, { kind: 'slip', key: 'lost' }, { at: app.clock.now(), attempts: 1 })
    expect(await settled(app, member.token, 'lost')).toMatchObject({ note: 'UPLOADED_FILE_NOT_EXIST' })
  })

  it('UPLOADED_FILE_NOT_EXIST: the folder did not give the picture out, ten times', async () => {
    const member = await newSender(app)
    for (const [id, attempts] of [
      ['early', 8],
      ['late', 9],
    ] as const) {
      // Reading a folder as if it were a file fails as a file system does that is out of reach.
      mkdirSync(join(app.context.files.folder, `slip/${id}.jpg`), { recursive: true })
      await app.database.query(
        `insert into slips (id, member_id, currency, created_at, file, status, step)
         values ($1, $2, 'THB', $3, 'slip/' || $1 || '.jpg', 'PENDING', 'read')`,
        [id, member.id, app.clock.now()],
      )
      await storeWork(app.database, { kind: 'slip', key: id }, { at: app.clock.now(), attempts })
    }
    const note = 'UPLOADED_FILE_NOT_EXIST'
    expect(await settled(app, member.token, 'late')).toMatchObject({ status: 'FAILED', note })
    await expect
      .poll(() => workOf(app.database, 'slip', 'early'))
      .toMatchObject([{ last_reason: 'READER_FAILED' }])
    app.clock.advance(21)
    expect(await settled(app, member.token, 'early')).toMatchObject({ status: 'FAILED', note })
  })
})

describe('an upload', () => {
  it('needs a member', async () => {
    expect(await upload(app.address, 'nobody', await forgeSlip())).toMatchObject({ status: 401 })
  })

  it('is refused in the closing hours', async () => {
    const { token } = await newSender(app)
    const hour = (ahead: number) =>
      new Date(app.clock.now().getTime() + (7 + ahead) * 3_600_000).toISOString().slice(11, 16)
    const { settings } = app.context
    const answer = async () => (await upload(app.address, token, { bytes: undefined })).body.message
    await settings.set(slipClosedFrom, hour(-1))
    await settings.set(slipClosedUntil, hour(1))
    expect(await answer()).toBe('SLIP_CLOSED')
    await settings.set(slipClosedFrom, hour(1))
    expect(await answer()).toBe('SLIP_NO_FILE')
    await settings.set(slipClosedUntil, hour(1))
    expect(await answer()).toBe('SLIP_NO_FILE')
  })

  it('is one of a member’s few in a minute', async () => {
    const { token } = await newSender(app)
    await app.context.settings.set(slipUploadsPerMinute, 3)
    const answers = []
    for (let turn = 0; turn < 4; turn++)
      answers.push((await upload(app.address, token, { bytes: undefined })).status)
    expect(answers).toEqual([400, 400, 400, 429])
    await app.context.settings.set(slipUploadsPerMinute, 1000)
  })

  it('waits for none of the member’s that nobody has read yet, when there are many', async () => {
    const [member, other] = [await newSender(app), await newSender(app)]
    await app.context.settings.set(slipsUnread, 2)
    await app.database.query(
      `insert into slips (id, member_id, created_at, file, status, step, currency)
       select 'slunread' || n || repeat('x', 16), $1, now(), 'slip/none.jpg', 'PENDING', 'read', 'THB'
       from generate_series(1, 2) n`,
      [member.id],
    )
    const { status, body } = await upload(app.address, member.token, await forgeSlip())
    expect([status, body.message]).toEqual([429, 'REQUEST_LIMIT_1MIN'])
    expect((await upload(app.address, other.token, await forgeSlip())).status).toBe(200)
    await app.context.settings.set(slipsUnread, 1000)
  })

  it('is listed newest first, for its member only', async () => {
    const member = await newSender(app)
    const first = await settle(app, member.token, await forgeSlip())
    app.clock.advance(1)
    const second = await settle(app, member.token, await forgeSlip())
    expect((await slipsOf(app, member.token)).map(({ _id }) => _id)).toEqual([second._id, first._id])
    const { body } = await app.call('POST /api/statement/slip', {
      token: member.token,
      body: { page: 2, limit: 1 },
    })
    expect([body.total, body.slips[0]?._id]).toEqual([2, first._id])
    expect(await slipsOf(app, (await newSender(app)).token)).toEqual([])
  })
})
