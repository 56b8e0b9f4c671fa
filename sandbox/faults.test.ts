import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginesByDepth } from '../server/testing/database.ts'
import { gameCalls } from './fault-names.ts'
import { type TestWorld, testWorld } from './testing/world.ts'

describe.each(enginesByDepth)('faults on %s', (engine) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await testWorld(engine)
  })
  afterAll(() => world.close())

  const set = (target: string, body: object) => world.call('PUT', `/api/faults/${target}`, body)
  const list = async () => (await world.call('GET', '/api/faults')).body as unknown as object[]
  let ids = 0
  /** An account with 100 baht, and functions for one transfer of 10 baht into it. */
  async function underFault(fault: string, options: { waitMs?: number } = {}) {
    const username = `f-${fault}-${++ids}`
    const order = { transferId: `f${ids}`, username, direction: 'in', amount: 10 }
    await world.account('PG', username, 100)
    await set('PG', { fault })
    const send = () => world.signedCall('/games/PG/transfer', order, options)
    return {
      send,
      balance: () => world.balance('PG', username),
      status: async () =>
        (await world.signedCall('/games/PG/transfer-status', { transferId: order.transferId })).body,
    }
  }
  const success = { status: 200, body: { status: 'SUCCESS', balance: 110 } }

  it('slow: carries the call out and answers after two seconds', async () => {
    const transfer = await underFault('slow')
    const from = performance.now()
    expect(await transfer.send()).toMatchObject(success)
    expect(performance.now() - from).toBeGreaterThan(1_900)
    expect(await transfer.balance()).toBe(110)
  })

  it('timeout-applied: carries the call out and does not answer', async () => {
    const transfer = await underFault('timeout-applied', { waitMs: 700 })
    await expect(transfer.send()).rejects.toThrow(/timeout/)
    expect(await transfer.balance()).toBe(110)
    expect(await transfer.status()).toEqual({ status: 'SUCCESS' })
    expect(await transfer.send()).toMatchObject(success)
    expect(await transfer.balance()).toBe(110)
  })

  it('timeout-lost: does not carry the call out and does not answer', async () => {
    const transfer = await underFault('timeout-lost', { waitMs: 700 })
    await expect(transfer.send()).rejects.toThrow(/timeout/)
    expect(await transfer.balance()).toBe(100)
    expect(await transfer.status()).toEqual({ status: 'UNKNOWN' })
    expect(await transfer.send()).toMatchObject(success)
  })

  it('refuse: refuses the call, and the same id again later', async () => {
    const transfer = await underFault('refuse')
    const refusal = { status: 422, body: { status: 'REFUSED', reason: 'PROVIDER_REFUSED' } }
    expect(await transfer.send()).toMatchObject(refusal)
    expect(await transfer.send()).toMatchObject(refusal)
    expect(await transfer.status()).toEqual({ status: 'REFUSED', reason: 'PROVIDER_REFUSED' })
    expect(await transfer.balance()).toBe(100)
  })

  it('refuse: does not change a transfer that was decided before', async () => {
    const transfer = await underFault('none')
    expect(await transfer.send()).toMatchObject(success)
    await set('PG', { fault: 'refuse' })
    expect(await transfer.send()).toMatchObject(success)
  })

  it('error: answers 500 without carrying the call out', async () => {
    const transfer = await underFault('error')
    expect(await transfer.send()).toMatchObject({ status: 500 })
    expect(await transfer.status()).toEqual({ status: 'UNKNOWN' })
    expect(await transfer.send()).toMatchObject(success)
  })

  it('throttled: answers 429 and when to come back, without carrying the call out', async () => {
    const transfer = await underFault('throttled')
    expect(await transfer.send()).toMatchObject({ status: 429 })
    expect(await transfer.status()).toEqual({ status: 'UNKNOWN' })
    expect(await transfer.send()).toMatchObject(success)
  })

  it('garbage: carries the call out and answers with half a body', async () => {
    const transfer = await underFault('garbage')
    const answer = await transfer.send()
    expect(answer).toMatchObject({ status: 200, body: undefined })
    expect(answer.text).toMatch(/^\{"status"/)
    expect(await transfer.balance()).toBe(110)
  })

  it('duplicate: carries the call out twice, with one effect', async () => {
    const transfer = await underFault('duplicate')
    expect(await transfer.send()).toMatchObject(success)
    expect(await transfer.balance()).toBe(110)
  })

  it('apply to each call of a provider, with the refusal of that call', async () => {
    await world.account('IMI', 'all', 5)
    for (const call of gameCalls) {
      const order = { username: 'all', password: 'x', transferId: `all-${call}`, direction: 'in', amount: 1 }
      const body = { ...order, after: '', limit: 1 }
      await set('IMI', { fault: 'refuse', call })
      expect(await world.signedCall(`/games/IMI/${call}`, body)).toMatchObject({
        status: 422,
        // A refused status query must not look like a refused transfer.
        body:
          call === 'transfer-status'
            ? { message: 'CALL_REFUSED' }
            : { status: 'REFUSED', reason: 'PROVIDER_REFUSED' },
      })
    }
    expect(await list()).toEqual([])
  })

  it('apply to text messages', async () => {
    const phone = '0833333333'
    const send = (waitMs?: number) =>
      world.signedCall(
        '/sms/messages',
        { phone, text: 'x', otpRef: 'R', code: '123456' },
        waitMs ? { waitMs } : {},
      )
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

  it('apply to exactly `times` calls, also when more come at once', async () => {
    await world.account('USUN', 'many', 1)
    await set('USUN', { fault: 'error', times: 7 })
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => world.signedCall('/games/USUN/balance', { username: 'many' })),
    )
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(7)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(23)
  })

  it('are not used up by other providers, other calls or invalid calls', async () => {
    await world.account('CIRCUS', 'narrow', 1)
    await world.account('JOKER2', 'narrow', 1)
    await set('CIRCUS', { fault: 'error', call: 'balance' })
    expect(await world.signedCall('/games/JOKER2/balance', { username: 'narrow' })).toMatchObject({
      status: 200,
    })
    expect(await world.signedCall('/games/CIRCUS/transfer-status', { transferId: 'x' })).toMatchObject({
      status: 200,
    })
    expect(
      await world.signedCall('/games/CIRCUS/balance', { username: 'narrow' }, { secret: 'no' }),
    ).toMatchObject({
      status: 401,
    })
    expect(await world.signedCall('/games/CIRCUS/balance', {})).toMatchObject({ status: 400 })
    expect(await world.signedCall('/games/CIRCUS/balance', { username: 'narrow' })).toMatchObject({
      status: 500,
    })
    expect(await world.signedCall('/games/CIRCUS/balance', { username: 'narrow' })).toMatchObject({
      status: 200,
    })
  })

  it('are listed, replaced and removed', async () => {
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
