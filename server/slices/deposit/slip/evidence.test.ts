import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../../../ledger/public.ts'
import { holdWork, storedAttempts } from '../../../outside/testing.ts'
import type { TestApp } from '../../../testing/app.ts'
import { eventsOf, newOperator, type TestOperator } from '../../operator/testing.ts'
import { reportByFeed } from '../testing/reports.ts'
import { createSlipJob, type SlipJob } from './job.ts'
import {
  decide,
  inWallet,
  makeTransfer,
  newSender,
  onDesk,
  type Sender,
  settled,
  slipApp,
  upload,
} from './testing/slip.ts'

/**
 * What operators see of a slip beyond its facts, and that they can have the verifier asked again (rules.md
 * §17.7).
 */

let app: TestApp
const paramsOf = (id: string) => ({ queue: 'slip' as const, id })
const evidenceOf = async (by: TestOperator, id: string) =>
  (await app.call('GET /api/console/desk/:queue/:id/evidence', { token: by.token, params: paramsOf(id) }))
    .body
const ask = (by: TestOperator, id: string) =>
  app.call('POST /api/console/desk/:queue/:id/ask', { token: by.token, params: paramsOf(id) })

describe('a silent verifier', () => {
  let job: SlipJob
  beforeAll(async () => {
    app = await slipApp({ engine: 'postgres' })
    // The server's own sweep would ask in between. What a sweep takes up here was read already.
    await app.context.jobs.stop()
    job = createSlipJob(app.context, {
      scan: () => Promise.reject(new Error('no picture is to be read')),
      clean: () => Promise.reject(new Error('no picture is to be cleaned')),
      close: async () => undefined,
      pids: () => [],
    })
  })
  afterAll(async () => {
    expect((await verifyBooks(app.database)).defects).toEqual([])
    await app.close()
  })

  const attemptsOf = async (id: string) =>
    (await storedAttempts(app.database, 'slip', id)).map(({ question, answer }) => ({ question, answer }))

  /** A slip about which the verifier has failed twice, so that it waits at the desk. */
  async function silent(): Promise<{ member: Sender; id: string }> {
    const member = await newSender(app)
    const made = await makeTransfer(app, member)
    await app.sandbox.setFault('slip', 'error', 2)
    const { body } = await upload(app.address, member.token, made.png)
    await expect.poll(() => attemptsOf(body.slipId)).toHaveLength(1)
    app.clock.advance(301)
    await job.sweep()
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'VERIFIER_SILENT', amount: null })
    return { member, id: body.slipId }
  }

  it('two operators, one of them twice, and two sweeps at once: one question, one credit', async () => {
    const { member, id } = await silent()
    const [first, second] = [await newOperator(app, 'cashier'), await newOperator(app, 'support')]
    const before = (await evidenceOf(first, id)).attempts
    expect(before?.mayAsk).toBe(true)
    expect(before?.latest).toMatchObject([
      { question: 'inspect', answer: 'uncertain', reason: 'HTTP_500', reference: null },
      { question: 'inspect', answer: 'uncertain', reason: 'HTTP_500', reference: null },
    ])
    // Nothing is due yet.
    await job.sweep()
    expect(await attemptsOf(id)).toHaveLength(2)
    const answers = await Promise.all([
      ask(first, id),
      ask(second, id),
      ask(first, id),
      job.sweep().then(() => undefined),
      job.sweep().then(() => undefined),
    ])
    expect(answers.filter((answer) => answer?.body.status === 'ASKED')).toHaveLength(1)
    await Promise.all([job.sweep(), job.sweep()])
    await app.context.attempts.idle()
    expect(await settled(app, member.token, id)).toMatchObject({ status: 'SUCCESS', amount: 250.75 })
    expect(await inWallet(app, member.token)).toBe(250.75)
    expect((await attemptsOf(id)).map(({ answer }) => answer)).toEqual(['uncertain', 'uncertain', 'found'])
    expect(
      await eventsOf(app.database, { subject: `slip:${id}`, actions: 'desk.outside-asked' }),
    ).toHaveLength(1)
    expect((await ask(first, id)).error?.message).toBe('NO_DATA')
  })

  it('that is being asked is not asked a second time, and one that fails again waits on', async () => {
    const { member, id } = await silent()
    const by = await newOperator(app, 'owner')
    const held = new Date(app.clock.now().getTime() + 30_000)
    await holdWork(app.database, { kind: 'slip', key: id }, held)
    expect((await ask(by, id)).body.status).toBe('UNDER_WAY')
    app.clock.advance(31)
    await app.sandbox.setFault('slip', 'garbage', 1)
    await job.sweep()
    expect((await ask(by, id)).body.status).toBe('ASKED')
    expect((await ask(by, id)).body.status).toBe('UNDER_WAY')
    await app.sandbox.setFault('slip', 'timeout-lost', 1)
    await job.sweep()
    expect((await evidenceOf(by, id)).attempts).toMatchObject({
      mayAsk: true,
      latest: [{ reason: 'TIMEOUT' }, {}, {}, {}],
    })
    expect(await inWallet(app, member.token)).toBe(0)
    await decide(app, id, 'refuse')
    expect((await ask(by, id)).error?.message).toBe('NO_DATA')
  })

  it('decided by a person while it is being asked: one end', async () => {
    for (const choice of ['approve', 'refuse'] as const) {
      const { member, id } = await silent()
      const by = await newOperator(app, 'cashier')
      expect((await ask(by, id)).body.status).toBe('ASKED')
      const [, decided] = await Promise.all([
        job.sweep(),
        decide(app, id, choice, choice === 'approve' ? 25_075 : undefined).then(
          () => 'decided',
          (error: Error) => error.message,
        ),
      ])
      expect(decided).toMatch(/^(decided|ALREADY_DECIDED|NO_DATA)$/)
      const slip = await settled(app, member.token, id)
      expect(await inWallet(app, member.token)).toBe(slip.status === 'SUCCESS' ? 250.75 : 0)
    }
  })
})

describe('a slip whose owner is unclear', () => {
  beforeAll(async () => {
    app = await slipApp()
  })
  afterAll(() => app.close())

  /** A slip that the verifier knows, and whose sender's name says too little. */
  async function unclear(member: Sender) {
    const made = await makeTransfer(app, member, { fromName: 'นางสาวสมหญิง ใจดี' })
    const { body } = await upload(app.address, member.token, made.png)
    expect(await onDesk(app, body.slipId)).toMatchObject({ reason: 'NAME_UNCLEAR' })
    return { ...made, id: body.slipId }
  }

  it('shows the verifier’s answer with its own number; nothing is left to ask', async () => {
    const { id } = await unclear(await newSender(app))
    const by = await newOperator(app, 'cashier')
    await app.context.attempts.idle()
    expect((await evidenceOf(by, id)).attempts).toMatchObject({
      mayAsk: false,
      latest: [{ question: 'inspect', answer: 'found', reference: expect.stringMatching(/^VS-/) }],
    })
    expect((await ask(by, id)).error?.message).toBe('NO_DATA')
    await decide(app, id, 'refuse')
  })

  it('shows what the bank’s feed reported, where it is, and the other slips of the transfer', async () => {
    const [member, other, third] = [await newSender(app), await newSender(app), await newSender(app)]
    const { id, png, reference } = await unclear(member)
    const by = await newOperator(app, 'support')
    expect(await evidenceOf(by, id)).toMatchObject({ reports: [], slips: [] })

    const payer = { id: '', accountNo: '9999999999' }
    await reportByFeed(app, payer, { reference, at: app.clock.now(), fromName: 'NOBODY' })
    await settled(app, other.token, (await upload(app.address, other.token, png)).body.slipId)
    const stolen = await upload(app.address, third.token, png)
    await settled(app, third.token, stolen.body.slipId)
    const { reports, slips } = await evidenceOf(by, id)
    expect(reports).toMatchObject([
      {
        amount: 250.75,
        currency: 'THB',
        bankCode: 'SCB',
        fromName: 'NOBODY',
        place: 'WAITING',
        member: null,
        item: { queue: 'bank-transfer' },
      },
    ])
    const [report] = reports ?? []
    const item =
      report && (await app.call('GET /api/console/desk/:queue/:id', { token: by.token, params: report.item }))
    expect(item?.body).toMatchObject({ state: 'WAITING', item: { amount: 250.75 } })
    expect(slips).toMatchObject([
      { _id: stolen.body.slipId, member: { _id: third.id }, status: 'FAILED', note: 'NOT_MATCH' },
      { member: { _id: other.id }, status: 'FAILED' },
    ])
    const ofTransfer =
      report &&
      (await app.call('GET /api/console/desk/:queue/:id/evidence', { token: by.token, params: report.item }))
    expect(ofTransfer?.body.slips?.map(({ _id }) => _id)).toEqual([
      ...(slips ?? []).map(({ _id }) => _id),
      id,
    ])
    for (const slip of slips ?? []) {
      const picture = await fetch(app.address + slip.picture)
      expect(picture.headers.get('content-type')).toBe('image/jpeg')
    }
    const looks = await eventsOf(app.database, { operatorId: by.id, actions: 'look.%' })
    expect(looks.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([`member:${third.id}`, `picture:slip:${stolen.body.slipId}`]),
    )
  })
})
