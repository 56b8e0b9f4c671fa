import { describe, expect, test } from 'vitest'
import { engines } from '../../testing/database.ts'
import { HoldResolved } from '../ledger.ts'
import { useLedger } from '../testing/own.ts'
import { legOf, move, outcomeOf } from '../testing/table.ts'

describe.each(engines)('holds and reversals on %s', (engine) => {
  const fresh = useLedger(engine)

  test('holds are listed oldest first until they are resolved', async () => {
    const { post, ledger, id } = fresh()
    const memberId = `${id}/1`
    const filter = { kind: 'test', memberId, limit: 10 }
    await post(move('in', 'bank → 1.wallet 500'))
    const hold = (key: string, amount: number) =>
      post(move(key, `1.wallet → 1.in-transit ${amount}`, { phase: 'pending', memberId }))
    await Promise.all([hold('h1', 10), hold('h2', 20), hold('h3', 30)])
    const keys = async (more = {}) =>
      (await ledger.openHolds({ ...filter, ...more })).map(({ pending }) => pending.key.split('/')[1])
    expect(await keys()).toEqual(['h1', 'h2', 'h3'])
    expect(await keys({ limit: 2 })).toEqual(['h1', 'h2'])
    expect(await keys({ kind: 'other' })).toEqual([])
    expect(await keys({ memberId: 'nobody' })).toEqual([])
    expect(await keys({ olderThan: new Date(Date.now() - 60_000) })).toEqual([])
    expect(await keys({ olderThan: new Date(Date.now() + 60_000) })).toEqual(['h1', 'h2', 'h3'])

    const settled = await post(
      move('s2', '1.in-transit → 1.game 20', { phase: 'posted', pendingKey: 'h2', memberId }),
    )
    expect(await keys()).toEqual(['h1', 'h3'])
    const found = await ledger.findHold(`${id}/h2`)
    expect(found).toMatchObject({ pending: { key: `${id}/h2`, phase: 'pending' }, resolution: settled })
    expect(found?.legs).toEqual([legOf(`${id}/1.wallet`, -20), legOf(`${id}/1.in-transit`, 20)])
    expect((await ledger.findHold(`${id}/h1`))?.resolution).toBeNull()
    expect(await ledger.findHold(`${id}/s2`)).toBeUndefined()

    const refused = await post(
      move('v2', '1.in-transit → 1.wallet 20', { phase: 'voided', pendingKey: 'h2', memberId }),
    ).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(HoldResolved)
    expect((refused as HoldResolved).resolution).toEqual({ ...settled, replayed: true })
  })

  test('many holds and settlements at once each happen once', async () => {
    const { post, balances, ledger, id } = fresh()
    await post(move('in', 'bank → 1.wallet 1000'))
    const all = Array.from({ length: 100 }, (_, i) => i)
    await Promise.all(
      all.map((i) => post(move(`h${i}`, '1.wallet → 1.in-transit 10', { phase: 'pending', memberId: id }))),
    )
    expect(await ledger.openHolds({ kind: 'test', memberId: id, limit: 200 })).toHaveLength(100)
    const outcomes = await Promise.all(
      all.map((i) =>
        outcomeOf(post(move(`s${i}`, '1.in-transit → 1.game 10', { phase: 'posted', pendingKey: `h${i}` }))),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['ok']))
    expect(await ledger.openHolds({ kind: 'test', memberId: id, limit: 200 })).toEqual([])
    expect(await balances(['1.wallet', '1.in-transit', '1.game'])).toEqual({
      '1.wallet': 0,
      '1.in-transit': 0,
      '1.game': 1000,
    })
  })

  describe('reversal', () => {
    test('moves everything back, once', async () => {
      const { post, ledger, balances, id } = fresh()
      await post(move('in', 'bank → 1.wallet 100', { kind: 'deposit', memberId: 'm' }))
      const reversed = await ledger.reverse(`${id}/in`, 'bank took it back')
      expect(reversed).toMatchObject({
        key: `reverse:${id}/in`,
        kind: 'reverse',
        memberId: 'm',
        meta: { reverses: `${id}/in`, kind: 'deposit', reason: 'bank took it back' },
        replayed: false,
      })
      expect(await ledger.reverse(`${id}/in`, 'another reason')).toEqual({ ...reversed, replayed: true })
      expect(await balances(['1.wallet', 'bank'])).toEqual({ '1.wallet': 0, bank: 0 })
    })

    test('of a settled hold takes the money all the way back', async () => {
      const { post, ledger, balances, id } = fresh()
      await post(move('in', 'bank → 1.wallet 100'))
      await post(move('h', '1.wallet → 1.in-transit 60', { phase: 'pending' }))
      await post(move('s', '1.in-transit → 1.game 60', { phase: 'posted', pendingKey: 'h' }))
      expect(await outcomeOf(ledger.reverse(`${id}/h`, 'x'))).toBe('MALFORMED')
      expect(await outcomeOf(ledger.reverse(`${id}/s`, 'x'))).toBe('ok')
      expect(await balances(['1.wallet', '1.in-transit', '1.game'])).toEqual({
        '1.wallet': 100,
        '1.in-transit': 0,
        '1.game': 0,
      })
    })

    test('is refused where it cannot be', async () => {
      const { post, ledger, balances, id } = fresh()
      await post(move('in', 'bank → 1.wallet 100'))
      await post(move('h', '1.wallet → 1.in-transit 60', { phase: 'pending' }))
      expect(await outcomeOf(ledger.reverse(`${id}/nothing`, 'x'))).toBe('NO_DATA')
      expect(await outcomeOf(ledger.reverse(`${id}/h`, 'x'))).toBe('MALFORMED')
      expect(await outcomeOf(ledger.reverse(`${id}/in`, 'x'))).toBe('MONEY_NOT_ENOUGH')
      await post(move('v', '1.in-transit → 1.wallet 60', { phase: 'voided', pendingKey: 'h' }))
      expect(await outcomeOf(ledger.reverse(`${id}/v`, 'x'))).toBe('MALFORMED')
      expect(await outcomeOf(ledger.reverse(`${id}/in`, 'x'))).toBe('ok')
      expect(await outcomeOf(ledger.reverse(`reverse:${id}/in`, 'x'))).toBe('MALFORMED')
      expect(await balances(['1.wallet', 'bank'])).toEqual({ '1.wallet': 0, bank: 0 })
    })
  })
})
