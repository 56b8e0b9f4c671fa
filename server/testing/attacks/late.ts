import { expect } from 'vitest'
import { newKey } from '../../platform/call-key.ts'
import { fromAddress, logIn, setMemberActive } from '../../slices/account/testing.ts'
import { byTwoOwners, newOperator } from '../../slices/operator/testing.ts'
import { homeKey } from '../../slices/wallet/rules.ts'
import { holdings, player, transfer } from '../../slices/wallet/testing.ts'
import { buildMember, rowsOf, withdraw } from '../../slices/withdraw/testing.ts'
import type { TestApp, TestMember } from '../app.ts'
import { holdCall } from '../held-call.ts'
import { type Attack, attack } from './attack.ts'

/** Attacks by calls that are carried out later than they are admitted, and by keys (docs/decisions/0042). */

const hold = ({ address }: TestApp, token: string, name: string, body: object) =>
  holdCall(address, name, {
    headers: { ...fromAddress(), authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })

/** Sets a new password by a code, as the holder of the phone. @returns the new token */
async function resetByCode(app: TestApp, { username }: TestMember, newPassword: string): Promise<string> {
  const headers = fromAddress()
  const sent = await app.call('POST /api/login/reset/send', { body: { phoneNumber: username }, headers })
  const [sms] = await app.sandbox.sms(username)
  const { otpToken } = sent.body
  await app.call('POST /api/otp/verify', { body: { otpToken, otpCode: sms?.code ?? '' }, headers })
  return (await app.call('POST /api/login/reset', { body: { otpToken, newPassword }, headers })).body.token
}

const late: Attack[] = [
  attack('K1', 'a withdrawal whose last byte comes after the suspension pays nothing', async ({ app }) => {
    const member = await buildMember(app, 500)
    const held = await hold(app, member.token, 'POST /api/wallet/withdraw', { amount: 500 })
    await setMemberActive(app.database, member.id, false)
    expect(await held.send()).toBe('403 INACTIVE_USER')
    expect(await rowsOf(app, member)).toEqual([])
  }),
  attack(
    'K1',
    'a decision whose last byte comes after two owners ended the session decides nothing',
    async ({ app, owner }) => {
      const [cashier, member] = [await newOperator(app, 'cashier'), await buildMember(app, 10_000)]
      await withdraw(app, member, 6_000)
      const [row] = await rowsOf(app, member)
      expect(row?.state).toBe('PENDING')
      const name = `POST /api/console/desk/withdrawal/${row?.id}/approve`
      const held = await hold(app, cashier.token, name, { reason: 'looked at it' })
      const params = { id: cashier.id }
      await byTwoOwners(app, [owner, await newOperator(app, 'owner')], (token) =>
        app.call('POST /api/console/staff/:id/password', { token, params }),
      )
      expect(await held.send()).toBe('401 invalid-token')
      expect(await rowsOf(app, member)).toMatchObject([{ state: 'PENDING' }])
    },
  ),
  attack('K2', 'who knows the password cannot change it back after a reset by the phone', async ({ app }) => {
    const member = await app.registerMember()
    const body = { oldPassword: member.password, newPassword: 'of-the-stranger-1' }
    const held = await hold(app, member.token, 'PUT /api/account/changepwd', body)
    const token = await resetByCode(app, member, 'of-the-owner-1')
    expect(await held.send()).toBe('401 invalid-token')
    expect((await app.call('GET /api/account/profile', { token })).status).toBe(200)
    expect((await logIn(app, member.username, 'of-the-owner-1')).token).toBeDefined()
  }),
  attack('K3', 'no key that a member may send is one of the house’s own transfers', async ({ app }) => {
    const member = await player(app, 300, 'PG')
    const key = homeKey('bn1', { code: 'PG', version: 3, amountMinor: 10_000 })
    for (const own of [key, newKey()]) {
      const answer = await transfer(app, member, 'WALLET', 'PG', 100, own)
      expect(answer.error?.message).toBe('INVALID_REQUEST')
    }
    expect(await holdings(app, member, 'PG')).toEqual({ wallet: 300, game: 0, inTransit: 0 })
  }),
]
export default late
