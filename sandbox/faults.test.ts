import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../server/testing/database.ts'
import { gameCalls } from './fault-names.ts'
import { type TestWorld, testWorld } from './testing/world.ts'

describe.each(engines)('faults on %s', (engine) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await testWorld(engine)
  })
  afterAll(() => world.close())

  const set = (target: string, body: object) => world.call('PUT', `/api/faults/${target}`, body)
  const list = async () => (await world.call('GET', '/api/faults')).body as unknown as object[]
  let ids = 0
  /** An account with 100 baht and a transfer of 10 baht into it, told once. */
  async function underFault(fault: string, options: { waitMs?: number } = {}) {
    const username = `f-${fault}-${++ids}`
    const order = { transferId: `f${ids}`, username, direction: 'in', amount: 10 }
    await world.account('PG', username, 100)
    await set('PG', { fault })
    const tell = () => world.tell('/games/PG/transfer', order, options)
    return {
      tell,
      balance: () => world.balance('PG', username),
      status: async () =>
        (await world.tell('/games/PG/transfer-status', { transferId: order.transferId })).body,
    }
  }
  const success = { status: 200, body: { status: 'SUCCESS', balance: 110 } }

  it('slow: does it, answers after two seconds', async () => {
    const transfer = await underFault('slow')
    const from = performance.now()
    expect(await transfer.tell()).toMatchObject(success)
    expect(performance.now() - from).toBeGreaterThan(1_900)
    expect(await transfer.balance()).toBe(110)
  })

  it('timeout-applied: does it and never answers', async () => {
    const transfer = await underFault('timeout-applied', { waitMs: 700 })
    await expect(transfer.tell()).rejects.toThrow(/timeout/)
    expect(await transfer.balance()).toBe(110)
    expect(await transfer.status()).toEqual({ status: 'SUCCESS' })
    expect(await transfer.tell()).toMatchObject(success)
    expect(await transfer.balance()).toBe(110)
  })

  it('timeout-lost: does not do it and never answers', async () => {
    const transfer = await underFault('timeout-lost', { waitMs: 700 })
    await expect(transfer.tell()).rejects.toThrow(/timeout/)
    expect(await transfer.balance()).toBe(100)
    expect(await transfer.status()).toEqual({ status: 'UNKNOWN' })
    expect(await transfer.tell()).toMatchObject(success)
  })

  it('refuse: refuses for good', async () => {
    const transfer = await underFault('refuse')
    const refusal = { status: 422, body: { status: 'REFUSED', reason: 'PROVIDER_REFUSED' } }
    expect(await transfer.tell()).toMatchObject(refusal)
    expect(await transfer.tell()).toMatchObject(refusal)
    expect(await transfer.status()).toEqual({ status: 'REFUSED', reason: 'PROVIDER_REFUSED' })
    expect(await transfer.balance()).toBe(100)
  })

  it('refuse: does not unsay what is already decided', async () => {
    const transfer = await underFault('none')
    expect(await transfer.tell()).toMatchObject(success)
    await set('PG', { fault: 'refuse' })
    expect(await transfer.tell()).toMatchObject(success)
  })

  it('error: 500 without doing it', async () => {
    const transfer = await underFault('error')
    expect(await transfer.tell()).toMatchObject({ status: 500 })
    expect(await transfer.status()).toEqual({ status: 'UNKNOWN' })
    expect(await transfer.tell()).toMatchObject(success)
  })

  it('garbage: does it and answers half a body', async () => {
    const transfer = await underFault('garbage')
    const told = await transfer.tell()
    expect(told).toMatchObject({ status: 200, body: undefined })
    expect(told.text).toMatch(/^\{"status"/)
    expect(await transfer.balance()).toBe(110)
  })

  it('duplicate: does it twice, with one effect', async () => {
    const transfer = await underFault('duplicate')
    expect(await transfer.tell()).toMatchObject(success)
    expect(await transfer.balance()).toBe(110)
  })

  it('every call of a provider suffers them, in its own words', async () => {
    await world.account('IMI', 'all', 5)
    for (const call of gameCalls) {
      const body = { username: 'all', password: 'x', transferId: `all-${call}`, direction: 'in', amount: 1 }
      await set('IMI', { fault: 'refuse', call })
      expect(await world.tell(`/games/IMI/${call}`, body)).toMatchObject({
        status: 422,
        // A refused question must not read like a refused transfer.
        body:
          call === 'transfer-status'
            ? { message: 'CALL_REFUSED' }
            : { status: 'REFUSED', reason: 'PROVIDER_REFUSED' },
      })
    }
    expect(await list()).toEqual([])
  })

  it('messages suffer them too', async () => {
    const phone = '0833333333'
    const send = (waitMs?: number) =>
      world.tell('/sms/messages', { phone, text: 'x', otpRef: 'R', code: '123456' }, waitMs ? { waitMs } : {})
    const arrived = async () =>
      (await world.call('GET', `/api/sms?phone=${phone}`)).text.split(phone).length - 1
    await set('sms', { fault: 'refuse' })
    expect(await send()).toMatchObject({ status: 422 })
    await set('sms', { fault: 'error' })
    expect(await send()).toMatchObject({ status: 500 })
    await set('sms', { fault: 'timeout-lost' })
    await expect(send(500)).rejects.toThrow(/timeout/)
    expect(await arrived()).toBe(0)
    await set('sms', { fault: 'timeout-applied' })
    await expect(send(500)).rejects.toThrow(/timeout/)
    expect(await arrived()).toBe(1)
    await set('sms', { fault: 'duplicate' })
    expect(await send()).toMatchObject({ status: 202 })
    expect(await arrived()).toBe(3)
    await set('sms', { fault: 'garbage' })
    expect(await send()).toMatchObject({ status: 200, text: '{' })
    expect(await arrived()).toBe(4)
    expect(await send()).toMatchObject({ status: 202 })
  })

  it('hit so many calls as they are set for, also when more come at once', async () => {
    await world.account('USUN', 'many', 1)
    await set('USUN', { fault: 'error', times: 7 })
    const told = await Promise.all(
      Array.from({ length: 30 }, () => world.tell('/games/USUN/balance', { username: 'many' })),
    )
    expect(told.filter(({ status }) => status === 500)).toHaveLength(7)
    expect(told.filter(({ status }) => status === 200)).toHaveLength(23)
  })

  it('leave other providers and other calls alone, and calls that were never valid', async () => {
    await world.account('CIRCUS', 'narrow', 1)
    await world.account('JOKER2', 'narrow', 1)
    await set('CIRCUS', { fault: 'error', call: 'balance' })
    expect(await world.tell('/games/JOKER2/balance', { username: 'narrow' })).toMatchObject({ status: 200 })
    expect(await world.tell('/games/CIRCUS/transfer-status', { transferId: 'x' })).toMatchObject({
      status: 200,
    })
    expect(await world.tell('/games/CIRCUS/balance', { username: 'narrow' }, { secret: 'no' })).toMatchObject(
      {
        status: 401,
      },
    )
    expect(await world.tell('/games/CIRCUS/balance', {})).toMatchObject({ status: 400 })
    expect(await world.tell('/games/CIRCUS/balance', { username: 'narrow' })).toMatchObject({ status: 500 })
    expect(await world.tell('/games/CIRCUS/balance', { username: 'narrow' })).toMatchObject({ status: 200 })
  })

  it('are listed, replaced and taken away', async () => {
    await set('PG', { fault: 'error', times: 3 })
    expect(await set('PG', { fault: 'slow', times: 2, call: 'login' })).toMatchObject({
      status: 200,
      body: { target: 'PG', call: 'login', fault: 'slow', times: 2 },
    })
    expect(await list()).toEqual([
      { target: 'PG', call: 'login', fault: 'slow', times: 2 },
      { target: 'PG', call: null, fault: 'error', times: 3 },
    ])
    await set('PG', { fault: 'none', call: 'login' })
    expect(await list()).toEqual([{ target: 'PG', call: null, fault: 'error', times: 3 }])
    await set('PG', { fault: 'none' })
    expect(await list()).toEqual([])
  })

  it.each([
    ['NONE', { fault: 'slow' }, 404],
    ['PG', { fault: 'odd' }, 400],
    ['PG', {}, 400],
    ['PG', { fault: 'slow', times: 0 }, 400],
    ['PG', { fault: 'slow', times: 1.5 }, 400],
    ['PG', { fault: 'slow', call: 'messages' }, 400],
  ])('%s %j is refused with %i', async (target, body, status) => {
    expect(await set(target, body)).toMatchObject({ status })
    expect(await list()).toEqual([])
  })
})
