import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyBooks } from '../ledger/public.ts'
import { openAccounts } from '../slices/deposit/testing/money-in.ts'
import { newOperator } from '../slices/operator/testing.ts'
import { testApp } from '../testing/app.ts'
import type { Attack, Target } from '../testing/attacks/attack.ts'
import doors from '../testing/attacks/doors.ts'
import late from '../testing/attacks/late.ts'
import logins from '../testing/attacks/login.ts'
import money from '../testing/attacks/money.ts'
import registrations from '../testing/attacks/registration.ts'

/**
 * The thirty attacks of the threat list and every weakness that was ever found (B1 to B19, K1 to K3), each in
 * a short form against the real server; the tests of single rules go further. After all of them the books
 * balance.
 */
const attacks: Attack[] = [...logins, ...registrations, ...money, ...doors, ...late]

let target: Target
beforeAll(async () => {
  const app = await testApp({
    engine: 'postgres',
    settings: { 'account.callsPerMinute': 10_000, 'register.otp': false },
  })
  await openAccounts(app)
  target = {
    app,
    owner: await newOperator(app, 'owner'),
    cashier: await newOperator(app, 'cashier'),
    support: await newOperator(app, 'support'),
  }
})
afterAll(async () => {
  expect((await verifyBooks(target.app.database)).defects).toEqual([])
  await target.app.close()
})

describe('attacks', () => {
  test('every attack of the list has a test', () => {
    const known = new Set(attacks.map(({ is }) => is))
    const all = [
      ...Array.from({ length: 30 }, (_, n) => String(n + 1)),
      ...Array.from({ length: 19 }, (_, n) => `B${n + 1}`),
      'K1',
      'K2',
      'K3',
    ]
    expect(all.filter((is) => !known.has(is))).toEqual([])
  })

  for (const { is, must, run } of attacks) test(`${is}: ${must}`, () => run(target))
})
