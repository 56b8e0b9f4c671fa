import { dayAfter } from '@krapao/contract/dates.ts'
import { requestedWith } from '@krapao/contract/limits.ts'
import { kinds } from '@krapao/contract/slices/campaign/kinds.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mendItems } from '../../desk/items.ts'
import { addSeconds, bangkokDay } from '../../platform/clock.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { byTwoOwners, eventsOf, newOperator, type TestOperator } from '../operator/testing.ts'
import { approved, campaignPeople, codeOf, decide, make, read, testContent } from './testing.ts'

let app: TestApp
let author: TestOperator
let second: TestOperator
beforeAll(async () => {
  app = await testApp()
  ;({ author, second } = await campaignPeople(app))
})
afterAll(() => app.close())

const { bonus, promotion, wheel, refund } = testContent
const active = async (code: string) => (await app.context.campaigns.findActive('bonus', code))?.version
const stop = (operator: TestOperator, kind: 'bonus' | 'promotion', code: string) =>
  app.call('POST /api/console/campaigns/:kind/:code/stop', {
    token: operator.token,
    params: { kind, code },
    body: { reason: 'too dear' },
  })
const audited = async (subject: string) => eventsOf(app.database, { subject: `campaign:${subject}` })

describe('a campaign', () => {
  it.each(kinds)('of the kind %s is made, approved by another person, and active', async (kind) => {
    const content = testContent[kind]
    const code = codeOf(content)
    const made = await make(app, author, content)
    expect(made).toMatchObject({ status: 200, body: { version: 1 } })
    expect((await read(app, author, kind, code)).campaign).toMatchObject({ state: 'WAITING', waiting: 1 })
    const waits = async ({ token }: TestOperator) =>
      (await app.call('GET /api/console/campaigns', { token })).body.versions
        .filter((version) => version.kind === kind && version.code === code)
        .map(({ version, isYours }) => [version, isYours])
    expect([await waits(author), await waits(second)]).toEqual([[[1, true]], [[1, false]]])
    expect(await app.context.campaigns.findActive(kind, code)).toBeUndefined()
    expect(await decide(app, author, 'approve', { kind, code, version: 1 })).toBe('422 SECOND_OPERATOR')
    expect(await decide(app, second, 'approve', { kind, code, version: 1 })).toBe('OK')
    expect(await waits(second)).toEqual([])
    expect(await app.context.campaigns.listActive(kind)).toEqual([
      { kind, code, currency: 'THB', version: 1, endsAt: null, content },
    ])
    const { campaign, versions } = await read(app, second, kind, code)
    expect(campaign).toMatchObject({ state: 'ACTIVE', active: 1, waiting: null, cost: 0, stopped: null })
    expect(versions).toMatchObject([
      {
        version: 1,
        state: 'APPROVED',
        content,
        reason: 'for spring',
        madeBy: { _id: author.id, name: author.name },
        decidedBy: { _id: second.id, name: second.name },
        decidedReason: 'looked at it',
        comparedWith: null,
        changes: [],
      },
    ])
  })

  it('is listed with budget and what it cost', async () => {
    const list = async (kind: 'bonus' | 'promotion') =>
      (await app.call('GET /api/console/campaigns/:kind', { token: second.token, params: { kind } })).body
    const given = { ...bonus, credit: { kind: 'free' as const, amount: 123.45 } }
    await approved(app, { author, second }, given, { code: 'COSTLY' })
    const { token } = await app.registerMember()
    await app.call('GET /api/bonus/activate/:code', { token, params: { code: 'COSTLY' } })
    const { campaigns } = await list('bonus')
    expect(campaigns.find(({ code }) => code === 'COSTLY')).toMatchObject({ budget: 10_000, cost: 123.45 })
    expect(campaigns.find(({ code }) => code === 'WELCOME')?.cost).toBe(0)
    expect((await list('promotion')).campaigns).toMatchObject([{ budget: 5000, cost: 0 }])
  })

  it('changes by a new version; the old one is kept, and the differences are shown', async () => {
    const code = 'CHANGES'
    await approved(app, { author, second }, bonus, { code })
    const changed = { ...bonus, maxReceived: 3, credit: { ...bonus.credit, percent: 30 } } as typeof bonus
    expect(await make(app, author, changed, { code })).toMatchObject({
      status: 409,
      error: { message: 'CAMPAIGN_CHANGED', latest: 1 },
    })
    await approved(app, { author, second }, changed, { code, basedOn: 1 })
    const changes = [
      { field: 'maxReceived', from: 1, to: 3 },
      { field: 'credit/percent', from: 20, to: 30 },
    ]
    const { versions } = await read(app, second, 'bonus', code)
    expect(versions[0]).toMatchObject({
      version: 2,
      comparedWith: 1,
      changes: expect.arrayContaining(changes),
    })
    expect(versions[0]?.changes).toHaveLength(2)
    expect(await active(code)).toBe(2)
    expect(await app.context.campaigns.findVersion('bonus', code, 1)).toEqual(bonus)
    expect(await app.context.campaigns.findVersion('bonus', code, 3)).toBeUndefined()
    const events = await audited(`bonus/${code}`)
    expect(events.map((event) => [event.action, event.operator_id, event.details.version])).toEqual([
      ['campaign.made', author.id, 1],
      ['campaign.approved', second.id, 1],
      ['campaign.made', author.id, 2],
      ['campaign.approved', second.id, 2],
    ])
    for (const event of events.slice(2)) {
      expect(event.details.changes).toEqual(expect.arrayContaining(changes))
    }
  })

  it('begins and ends by the clock; the version before is there again', async () => {
    const code = 'FESTIVAL'
    const now = app.clock.now()
    const at = (seconds: number) => addSeconds(now, seconds).toISOString()
    await approved(app, { author, second }, bonus, { code })
    await approved(app, { author, second }, bonus, { code, basedOn: 1, startsAt: at(100), endsAt: at(200) })
    expect((await read(app, second, 'bonus', code)).campaign).toMatchObject({ active: 1, scheduled: 2 })
    expect(await active(code)).toBe(1)
    app.clock.advance(150)
    expect(await active(code)).toBe(2)
    app.clock.advance(100)
    expect(await active(code)).toBe(1)
  })

  it('is stopped at once by one person, and started again only by two', async () => {
    const code = 'STOPPED'
    await approved(app, { author, second }, bonus, { code })
    await make(app, author, bonus, { code, basedOn: 1 })
    expect(await stop(second, 'bonus', code)).toMatchObject({ status: 200 })
    expect(await active(code)).toBeUndefined()
    const stopped = await read(app, second, 'bonus', code)
    expect(stopped.campaign).toMatchObject({ state: 'STOPPED', waiting: null, stopped: { by: second.name } })
    expect(stopped.versions.map(({ state }) => state)).toEqual(['WITHDRAWN', 'APPROVED'])
    expect(await decide(app, second, 'approve', { kind: 'bonus', code, version: 2 })).toBe(
      '409 ALREADY_DECIDED',
    )
    // Once more changes nothing.
    expect(await stop(author, 'bonus', code)).toMatchObject({ status: 200 })
    expect((await audited(`bonus/${code}`)).at(-1)).toMatchObject({
      action: 'campaign.stopped',
      operator_id: second.id,
      details: { version: 2, withdrawn: 2 },
    })
    await approved(app, { author, second }, bonus, { code, basedOn: 2 })
    expect(await active(code)).toBe(3)
  })
})

describe('a version', () => {
  it('that is refused is over; its author may refuse it, too', async () => {
    const code = 'REFUSED'
    await make(app, author, bonus, { code })
    expect(await decide(app, author, 'refuse', { kind: 'bonus', code, version: 1 })).toBe('OK')
    expect((await read(app, second, 'bonus', code)).campaign.state).toBe('REFUSED')
    expect(await decide(app, second, 'approve', { kind: 'bonus', code, version: 1 })).toBe(
      '409 ALREADY_DECIDED',
    )
    expect(await active(code)).toBeUndefined()
  })

  it('takes the place of one that waits', async () => {
    const code = 'REPLACED'
    await make(app, author, bonus, { code })
    await make(app, author, bonus, { code, basedOn: 1 })
    expect(await decide(app, second, 'approve', { kind: 'bonus', code, version: 1 })).toBe(
      '409 ALREADY_DECIDED',
    )
    expect((await read(app, second, 'bonus', code)).versions.map(({ state }) => state)).toEqual([
      'WAITING',
      'WITHDRAWN',
    ])
  })

  it('counts only while its author may make versions', async () => {
    const code = 'LEFT'
    const gone = await newOperator(app, 'owner')
    await make(app, gone, bonus, { code })
    const ask = (token: string, isActive: boolean, role: 'owner' | 'cashier') =>
      app.call('PUT /api/console/staff/:id', { token, params: { id: gone.id }, body: { isActive, role } })
    const owners = [author, await newOperator(app, 'owner')] as const
    const byTwo = (isActive: boolean, role: 'owner' | 'cashier') =>
      byTwoOwners(app, owners, async (token) => {
        const { request } = (await ask(token, isActive, role)).body
        if (!request) throw new Error('nobody was asked')
        return { body: request }
      })
    const version = { kind: 'bonus', code, version: 1 } as const
    await ask(author.token, false, 'owner')
    expect(await decide(app, second, 'approve', version)).toBe('422 AUTHOR_INACTIVE')
    await byTwo(true, 'cashier')
    expect(await decide(app, second, 'approve', version)).toBe('422 AUTHOR_INACTIVE')
    await byTwo(true, 'owner')
    expect(await decide(app, second, 'approve', version)).toBe('OK')
  })

  it('is never changed, and never approved by its author, whoever writes to the database', async () => {
    const code = 'KEPT'
    await make(app, author, bonus, { code })
    const write = (set: string, values: unknown[] = []) =>
      app.database.query(`update campaign_versions set ${set} where code = 'KEPT'`, values)
    await expect(write(`content = content || '{"budget": null}'`)).rejects.toMatchObject({ code: '23000' })
    const own = `state = 'APPROVED', decided_at = now(), decided_by = $1`
    await expect(write(own, [author.id])).rejects.toMatchObject({ code: '23514' })
    await write(own, [second.id])
    await expect(write('ends_at = null')).rejects.toMatchObject({ code: '23000' })
    await expect(
      app.database.query(`delete from campaign_versions where code = 'KEPT'`),
    ).rejects.toMatchObject({ code: '23000' })
    await mendItems(app.database, app.context.desk)
  })

  it('that is not right is refused with its fields', async () => {
    const wrong = { ...bonus, maxReceived: 0, title: { ...bonus.title, la: '' } }
    const { status, error } = await make(app, author, wrong, { code: 'WRONG' })
    expect([status, error]).toEqual([
      422,
      {
        message: 'INVALID_CAMPAIGN',
        fields: [
          { field: 'content/title/la', reason: 'TEXT_MISSING' },
          { field: 'content/maxReceived', reason: 'BELOW_MIN', bound: 1 },
        ],
      },
    ])
    const fields = async (made: ReturnType<typeof make>) => (await made).error?.fields
    const image = `${'0'.repeat(32)}.webp`
    expect(
      await fields(
        make(app, author, { ...bonus, banners: [{ image, html: bonus.description }] }, { code: 'WRONG' }),
      ),
    ).toEqual([{ field: 'content/banners/0/image', reason: 'NO_PICTURE' }])
    const [first, other] = wheel.slices
    if (!first || !other) throw new Error('no slices')
    const slices = [first, { ...other, prize: { kind: 'BONUS' as const, code: 'NOWHERE' } }]
    expect(await fields(make(app, author, { ...wheel, slices }, { basedOn: 1 }))).toEqual([
      { field: 'content/slices/1/prize/code', reason: 'NO_BONUS' },
    ])
    expect(
      await fields(make(app, author, { ...bonus, currency: 'LAK' }, { code: 'WELCOME', basedOn: 1 })),
    ).toEqual([{ field: 'content/currency', reason: 'CURRENCY' }])
    expect(
      (
        await app.call('GET /api/console/campaigns/:kind/:code', {
          token: author.token,
          params: { kind: 'bonus', code: 'WRONG' },
        })
      ).status,
    ).toBe(404)
  })

  it('has no field that is not known, and no kind but that of its address', async () => {
    const send = (content: object, kind = 'bonus') =>
      app.call('POST /api/console/campaigns/:kind/:code/versions', {
        token: author.token,
        params: { kind: kind as 'bonus', code: 'STRANGE' },
        body: {
          content: content as typeof bonus,
          startsAt: null,
          endsAt: null,
          reason: 'for spring',
          basedOn: 0,
        },
      })
    expect((await send({ ...bonus, script: '<script>' })).error?.message).toBe('INVALID_REQUEST')
    expect((await send({ ...bonus, maxTotal: 1_000_000_000 })).error?.message).toBe('INVALID_REQUEST')
    expect((await send({ ...bonus, title: { ...bonus.title, th: 'a\u0000' } })).error?.message).toBe(
      'INVALID_REQUEST',
    )
    expect((await send(promotion)).error).toMatchObject({ message: 'INVALID_CAMPAIGN' })
    expect((await send(bonus, 'lottery')).error?.message).toBe('INVALID_REQUEST')
  })

  it('may be as long as 24 slices in three languages are, and its HTML is stored sanitised', async () => {
    const long = `<p>${`${'ก'.repeat(60)}, `.repeat(20)}</p>`
    const slices = Array.from({ length: 24 }, (_, at) => ({
      ...(wheel.slices[0] as (typeof wheel.slices)[number]),
      code: `S${at}`,
      htmlDescription: { th: `${long}<script>x</script>`, la: long, en: long },
    }))
    const big = { ...wheel, currency: 'LAK' as const, slices, fallback: 'S0' }
    expect(await make(app, author, big)).toMatchObject({ status: 200 })
    const [row] = await app.database.query<{ content: string }>(
      `select content::text as content from campaign_versions where kind = 'wheel' and code = 'LAK'`,
    )
    expect(['ก, ก', '<script'].map((part) => row?.content.includes(part))).toEqual([true, false])
    // Other calls stay small.
    expect((await decideWith('x'.repeat(9000))).error?.message).toBe('PAYLOAD_TOO_LARGE')
  })
  const decideWith = (reason: string) =>
    app.call('POST /api/console/campaigns/:kind/:code/versions/:version/refuse', {
      token: second.token,
      params: { kind: 'wheel', code: 'LAK', version: '1' },
      body: { reason },
    })
})

it('half of a character pair is refused', async () => {
  const title = { ...bonus.title, th: 'ก\ud83c' }
  expect(await make(app, author, { ...bonus, title }, { code: 'HALF' })).toMatchObject({ status: 400 })
})

describe('at once', () => {
  it('50 approvals of one version have one effect', async () => {
    const code = 'RACE'
    await make(app, author, bonus, { code })
    const people = [
      second,
      ...(await Promise.all(Array.from({ length: 4 }, () => newOperator(app, 'cashier')))),
    ]
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        decide(app, people[n % people.length] as TestOperator, n % 2 ? 'approve' : 'refuse', {
          kind: 'bonus',
          code,
          version: 1,
        }),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === '409 ALREADY_DECIDED')).toHaveLength(49)
    expect(await audited(`bonus/${code}`)).toHaveLength(2)
  })

  it('20 versions that four owners make from the same one: one is', async () => {
    const code = 'TWENTY'
    await make(app, author, bonus, { code })
    const owners = await Promise.all(Array.from({ length: 4 }, () => newOperator(app, 'owner')))
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        make(app, owners[n % 4] as TestOperator, bonus, { code, basedOn: 1 }),
      ),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
  })

  it('a new version while the one before is refused: both are answered, whoever is first', async () => {
    const code = 'NEXT'
    await make(app, author, bonus, { code })
    for (let version = 1; version <= 30; version++) {
      const [made, decided] = await Promise.all([
        make(app, author, bonus, { code, basedOn: version }),
        decide(app, second, 'refuse', { kind: 'bonus', code, version }),
      ])
      expect(made.status).toBe(200)
      // The version that waits is withdrawn by the next one, or refused before.
      expect(['OK', '409 ALREADY_DECIDED']).toContain(decided)
    }
  })

  it('a stop and an approval: the campaign is stopped, or approved again by a person who saw it', async () => {
    for (let n = 0; n < 10; n++) {
      const code = `STOP-${n}`
      await make(app, author, bonus, { code })
      const [, outcome] = await Promise.all([
        stop(author, 'bonus', code),
        decide(app, second, 'approve', { kind: 'bonus', code, version: 1 }),
      ])
      expect(['OK', '409 ALREADY_DECIDED']).toContain(outcome)
      expect((await read(app, second, 'bonus', code)).campaign.state).toBe('STOPPED')
      expect(await active(code)).toBeUndefined()
    }
  })
})

describe('what is active', () => {
  it('is seen by another node within two seconds', async () => {
    const { createCampaigns } = await import('./public.ts')
    const other = createCampaigns(app.context)
    const code = 'NODES'
    await approved(app, { author, second }, bonus, { code })
    expect((await other.findActive('bonus', code))?.version).toBe(1)
    await stop(second, 'bonus', code)
    expect(await active(code)).toBeUndefined()
    await expect.poll(() => other.findActive('bonus', code)).toBeUndefined()
  })

  it('is read without the database while it is kept, among 1,000 campaigns', async () => {
    await app.database.query(
      `insert into campaigns (kind, code, currency, created_at)
       select 'promotion', 'P' || n, 'THB', now() from generate_series(1, 1000) n`,
    )
    await app.database.query(
      `insert into campaign_versions (kind, code, version, content, reason, made_by, made_at, state, decided_by, decided_at)
       select 'promotion', 'P' || n, 1, $1::jsonb, 'many', $2, now(), 'APPROVED', $3, now() from generate_series(1, 1000) n`,
      [JSON.stringify(promotion), author.id, second.id],
    )
    app.context.campaigns.forget()
    expect(await app.context.campaigns.listActive('promotion')).toHaveLength(1001)
    const read: number[] = []
    const { createCampaigns } = await import('./public.ts')
    const counted = createCampaigns({
      clock: app.clock,
      db: app.context.db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          read.push(result.rows.length)
          return result
        },
      }),
    })
    await Promise.all(Array.from({ length: 100 }, (_, n) => counted.findActive('promotion', `P${n + 1}`)))
    // The number of the latest change, what is active, the contents.
    expect(read).toHaveLength(3)
    // Then only what has changed is asked for, and what that is now.
    counted.forget()
    expect(await counted.findActive('promotion', 'P1')).toMatchObject({ version: 1 })
    expect(read.splice(0)).toEqual([1, expect.any(Number), expect.any(Number), 0])
    await approved(app, { author, second }, promotion, { code: 'P2', basedOn: 1 })
    await stop(second, 'promotion', 'P3')
    counted.forget()
    expect(await counted.findActive('promotion', 'P2')).toMatchObject({ version: 2 })
    expect(await counted.findActive('promotion', 'P3')).toBeUndefined()
    expect(read).toEqual([2, 2, 1])
  })
})

describe('a picture', () => {
  const upload = async (bytes: Uint8Array | undefined, { token } = author) => {
    const form = new FormData()
    if (bytes) form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'x.png')
    const response = await fetch(`${app.address}/api/console/campaigns/pictures`, {
      method: 'POST',
      body: form,
      headers: { 'x-requested-with': requestedWith, authorization: `Bearer ${token}` },
    })
    return { status: response.status, body: (await response.json()) as { image: string; message?: string } }
  }
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#e0a526' } })
      .png()
      .toBuffer()

  it('is re-encoded, shown to everybody, and may be used', async () => {
    const { status, body } = await upload(await png(2000, 1000))
    expect(status).toBe(200)
    expect(body.image).toMatch(/^[0-9a-f]{32}\.webp$/)
    const shown = await fetch(`${app.address}/files/campaign/${body.image}`)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
    sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] })
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1280, height: 640 })
    const banners = [{ image: body.image, html: refund.info }]
    expect(await make(app, author, { ...refund, banners }, { basedOn: 1 })).toMatchObject({ status: 200 })
    // The same picture is the same file.
    expect((await upload(await png(2000, 1000))).body.image).toBe(body.image)
  })

  it('is nothing else, and nothing of anybody who may make none', async () => {
    const answers = await Promise.all([
      upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      upload(undefined),
      upload(Buffer.alloc(9 * 1024 * 1024)),
      upload(await png(200, 100), second),
    ])
    expect(answers.map(({ status, body }) => `${status} ${body.message}`)).toEqual([
      '415 PICTURE_INVALID',
      '400 INVALID_REQUEST',
      '413 PAYLOAD_TOO_LARGE',
      '403 FORBIDDEN',
    ])
    for (const name of ['..%2F..%2Fsecret', 'x.webp', `${'0'.repeat(32)}.webp`]) {
      expect((await fetch(`${app.address}/files/campaign/${name}`)).status).toBe(404)
    }
  })
})

it.each(kinds)('a what-if of the kind %s is answered, also where nobody has played', async (kind) => {
  const { status, body } = await app.call('POST /api/console/campaigns/:kind/:code/what-if', {
    token: author.token,
    params: { kind, code: codeOf(testContent[kind]) },
    body: { content: testContent[kind] },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ members: 0, met: 0, failed: 0, open: 0, given: 0, kept: 0 })
  // Of every kind the same days: thirty whole ones, yesterday the last.
  const today = bangkokDay(app.clock.now())
  expect(body).toMatchObject({ from: dayAfter(today, -30), to: dayAfter(today, -1), days: 30 })
})

it('a campaign is found by three letters of code or title in any language, not by the names of languages', async () => {
  const title = { th: 'ต้อนรับฤดูฝน', la: 'ຍິນດີຕ້ອນຮັບ', en: 'Rainy season' }
  expect(await make(app, author, { ...bonus, title }, { code: 'MONSOON' })).toMatchObject({ status: 200 })
  await make(app, author, wheel)
  const find = async (search: string) => {
    const { body } = await app.call('GET /api/console/campaigns/find', {
      token: author.token,
      query: { search },
    })
    return body.campaigns.map(({ kind, code }) => `${kind} ${code}`)
  }
  for (const found of ['nsoo', 'ฤดูฝน', 'ນດີຕ', 'y SEA']) expect(await find(found)).toEqual(['bonus MONSOON'])
  expect(await find('wheel')).toContain('wheel THB')
  for (const nothing of ['"th', '"en": ', '": "', 'o  ', '   ']) expect(await find(nothing)).toEqual([])
})
