import { readFileSync } from 'node:fs'
import type { TransferEnd } from '@krapao/contract/game.ts'
import { languages } from '@krapao/contract/languages.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusalText } from './transfer-words.ts'
import type { Wallet } from './wallet.ts'

const names: Partial<Record<TransferEnd, string>> = { PG: 'PG Soft', JOKER: 'Joker Gaming' }
const fail = (returnedTo?: string) =>
  new ApiError('TRANSFER_FAIL', 502, { ...(returnedTo && { returnedTo }) })

describe.each(languages)('in %s, a refused transfer says where the money is', (language) => {
  let walletName = ''
  beforeAll(async () => {
    i18n.choose(language)
    for (const room of ['../../frame', '../../../web/errors', '.']) {
      const texts = readFileSync(`${import.meta.dirname}/${room}/texts.${language}.json`, 'utf8')
      i18n.add(language, JSON.parse(texts))
    }
    walletName = i18n.t('wallet.mainWallet')
  })

  const say = (failure: unknown, from: TransferEnd, to: TransferEnd): string => {
    const nameOf = (end: TransferEnd) => names[end] ?? walletName
    const speaker = { t: i18n.t, wallet: { currency: 'THB' } as Wallet, nameOf }
    return refusalText(speaker, failure, { from, to, amount: 120, all: false }).toLowerCase()
  }
  const wallet = () => walletName.toLowerCase()

  it('into a game: the money is in the wallet', () =>
    expect(say(fail('WALLET'), 'WALLET', 'PG')).toContain(wallet()))
  it('out of a game: the money is still in that game', () => {
    const text = say(fail('PG'), 'PG', 'WALLET')
    expect(text).toContain('pg soft')
    expect(text).not.toContain(wallet())
  })
  it.each([fail('WALLET'), new ApiError('MONEY_NOT_ENOUGH', 422, { returnedTo: 'WALLET' })])(
    'between games after the first half: the money is out of the first game and not in the second',
    (failure) => {
      const text = say(failure, 'PG', 'JOKER')
      for (const part of ['฿120.00', 'pg soft', 'joker gaming', wallet()]) expect(text).toContain(part)
      expect(text).not.toBe(say(new ApiError('MONEY_NOT_ENOUGH', 422), 'PG', 'JOKER'))
    },
  )
  it('without a place in the answer the text claims nothing about the wallet', () =>
    expect(say(fail(), 'PG', 'WALLET')).not.toContain(wallet()))
  it.each([
    ['THB', 1, '1'],
    ['LAK', 50_000, '50,000'],
  ])('too little in %s: the least amount with its unit', (currency, minimum, figure) => {
    const text = say(new ApiError('TRANSFER_MINIMUM', 422, { minimum, currency }), 'WALLET', 'PG')
    expect(text).toContain(`${figure} ${i18n.t(`ui.unit.${currency as 'THB'}`)}`)
    expect(text).not.toContain('{{')
  })
})
