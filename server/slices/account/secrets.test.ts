import { expect, it } from 'vitest'
import {
  hashOtpCode,
  hashPassword,
  newMemberId,
  newOtpCode,
  newOtpRef,
  newToken,
  passwordFits,
} from './secrets.ts'

it('a code’s hash is bound to token and phone, so that a stolen table cannot be searched for six digits', () => {
  const hashes = [
    hashOtpCode('token', '0812345678', '123456'),
    hashOtpCode('other', '0812345678', '123456'),
    hashOtpCode('token', '0812345679', '123456'),
    hashOtpCode('token', '0812345678', '123457'),
  ]
  expect(new Set(hashes).size).toBe(4)
})

it('passwords are argon2id with 19 MiB and two passes, each with its own salt', async () => {
  const [first, second] = [await hashPassword('mango-tree-42'), await hashPassword('mango-tree-42')]
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(await passwordFits(first, 'mango-tree-42')).toBe(true)
  expect(await passwordFits(first, 'mango-tree-43')).toBe(false)
  expect(await passwordFits(undefined, 'mango-tree-42')).toBe(false)
})

it('tokens, ids, codes and references have their formats', () => {
  expect(newToken()).toMatch(/^[\w-]{43}$/)
  expect(newMemberId()).toMatch(/^[a-z2-7]{12}$/)
  for (let n = 0; n < 50; n++) expect(newOtpCode()).toMatch(/^\d{6}$/)
  expect(newOtpRef()).toMatch(/^[A-HJKMNP-Z]{4}$/)
  expect(new Set(Array.from({ length: 1000 }, newMemberId)).size).toBe(1000)
})
