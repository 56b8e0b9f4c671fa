import { expect, test } from 'vitest'
import { bankAppFor } from './bank-apps.ts'

const android =
  'Mozilla/5.0 (Linux; Android 13; SM-A045F) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
const code = { payload: '00020101021238670016A005266284662577', currency: 'LAK' } as const

test('a code in kip opens BCEL One with it, or the store', () => {
  const { name, href } = bankAppFor('BCEL', code, android) ?? {}
  expect(name).toBe('BCEL One')
  expect(href).toBe(
    `intent://qr/${code.payload}#Intent;scheme=onepay;package=com.bcel.bcelone;` +
      'S.browser_fallback_url=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dcom.bcel.bcelone;end',
  )
})

test('nothing in a code ends its address early', () => {
  const { href } = bankAppFor('BCEL', { ...code, payload: '00#Intent;package=evil;end?a b' }, android) ?? {}
  expect(href).toMatch(/^intent:\/\/qr\/00%23Intent;package=evil;end%3Fa%20b#Intent;scheme=onepay;/)
})

test.each([
  ['a bank whose link is not known', 'SCB', code, android],
  ['a name of every object', 'constructor', code, android],
  ['a code in baht', 'BCEL', { ...code, currency: 'THB' }, android],
  ['no code', 'BCEL', { ...code, payload: '' }, android],
  [
    'an iPhone',
    'BCEL',
    code,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
  ],
  ['a computer', 'BCEL', code, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36'],
  ['a page inside of another app', 'BCEL', code, android.replace('SM-A045F', 'SM-A045F; wv')],
  ['a page inside of a chat', 'BCEL', code, `${android} Line/15.0.0`],
] as const)('there is no button: %s', (_, bank, given, device) => {
  expect(bankAppFor(bank, given, device)).toBeUndefined()
})
