import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ofPart } from './error-texts.ts'
import { root } from './project.ts'

const { errorMsg } = JSON.parse(readFileSync(join(root, 'web/errors/texts.th.json'), 'utf8'))
const visitor = ofPart('visitor', errorMsg)
const member = ofPart('member', errorMsg)

it('each text is in one of the two parts', () => {
  expect({ ...visitor, ...member }).toEqual(errorMsg)
  expect(Object.keys(visitor).filter((code) => code in member)).toEqual([])
})

it('visitors have the codes of their calls, and not those about money', () => {
  expect(Object.keys(visitor)).toEqual(
    expect.arrayContaining([
      'WRONG_CREDENTIAL',
      'OTP_EXPIRED',
      'EXISTING_BANK',
      'GONE',
      'NETWORK',
      'NOT_SENT',
    ]),
  )
  expect(Object.keys(member)).toEqual(
    expect.arrayContaining(['MONEY_NOT_ENOUGH', 'TRUELINK_DUPLICATE', 'BONUS_CONDITION']),
  )
})

it('a code that the pages of visitors name themselves is in their part', () => {
  const files = globSync('member/{app/*,frame/**/*,slices/account/*,slices/lookup/*}.{ts,tsx}', { cwd: root })
  const named = files
    .filter((file) => !/\.test\.|\.d\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/errorMsg\.([A-Z]\w+)/g)])
    .map(([, code]) => code ?? '')
  expect(named).toContain('EXISTING_USER')
  expect(named.filter((code) => !(code in visitor))).toEqual([])
})
