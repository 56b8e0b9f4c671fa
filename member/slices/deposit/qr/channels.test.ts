import { describe, expect, it } from 'vitest'
import type { BankAccount } from '../accounts.ts'
import { channelsOf, namesOf } from './channels.ts'

const gateway = (bankCode: string, currency = 'THB'): BankAccount => ({
  bank: { nameTH: bankCode, nameEN: bankCode, nameLA: bankCode },
  bankCode,
  bankType: 'PAYMENT',
  mode: 'AUTO',
  bankAccountName: 'KRAPAO',
  bankAccountNo: '1',
  currency,
})
const codes = (gateways: BankAccount[]) => channelsOf(gateways, {}, 1).map(({ code }) => code)

describe('the channels of the gateways', () => {
  it('are PromptPay and then each gateway, where there is a choice', () =>
    expect(codes([gateway('KBANK'), gateway('WW')])).toEqual(['PROMPTPAY', 'KBANK', 'WW']))

  it('are the gateway alone where there is no choice, none where there is none', () => {
    expect(codes([gateway('WW')])).toEqual(['WW'])
    expect(codes([])).toEqual([])
  })

  it('have no PromptPay in kip', () =>
    expect(codes([gateway('LAOQR', 'LAK'), gateway('WW', 'LAK')])).toEqual(['LAOQR', 'WW']))

  it.each([
    [['KBANK', 'WW', 'FP'], 1, 1, [50, 100, 200, 300, 500, 1000]],
    [['WW', 'FP'], 1, 10, [50, 100, 200, 300, 500, 1000]],
    [['WW', 'PAYONEX'], 1, 100, [100, 200, 300, 500, 1000]],
    [['KBANK', 'WW'], 60, 60, [100, 200, 300, 500, 1000]],
    [['KBANK', 'WW'], 5000, 5000, [5000]],
  ])('PromptPay of %j with a least deposit of %d begins at %d', (gateways, minDeposit, minimum, quick) => {
    const [channel] = channelsOf(
      gateways.map((code) => gateway(code)),
      { PAYTIMZ: 10, FP: 10 },
      minDeposit,
    )
    expect(channel).toMatchObject({ code: 'PROMPTPAY', currency: 'THB', minimum, quick })
  })
})

it('gateways are named without their codes, and those of one name by numbers', () => {
  const named = (code: string, name: string) => ({
    ...gateway(code),
    bank: { nameTH: name, nameEN: name, nameLA: name },
  })
  const channels = channelsOf(
    [
      named('KBANK', 'Kasikornbank'),
      named('WW', 'PromptPay QR (WW)'),
      named('FP', 'PromptPay QR (FP)'),
      named('LAOQR', 'LAO QR'),
      named('NEW', 'QR (7-11)'),
    ],
    {},
    1,
  )
  expect([
    ...namesOf(
      channels,
      ({ bank }) => bank.nameEN,
      (name, number) => `${name} ${number}`,
    ),
  ]).toEqual([
    ['KBANK', 'Kasikornbank'],
    ['WW', 'PromptPay QR 1'],
    ['FP', 'PromptPay QR 2'],
    ['LAOQR', 'LAO QR'],
    ['NEW', 'QR (7-11)'],
  ])
})
