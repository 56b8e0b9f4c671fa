import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keepQrCode, markOthers, noQrCode } from './query.ts'

it('a code made at one gateway makes the data of all others out of date', async () => {
  const queries = new QueryClient()
  const shown = { ...noQrCode, qrcodeId: 'a', hasQrcode: true, amount: 100 }
  await keepQrCode(queries, 'WW', noQrCode)
  await keepQrCode(queries, 'KBANK', noQrCode)
  queries.setQueryData(['deposit', 'accounts'], 'kept')

  markOthers(queries, 'WW')
  await keepQrCode(queries, 'WW', shown)
  expect(queries.getQueryData(['deposit', 'qr', 'WW'])).toEqual(shown)
  expect(queries.getQueryData(['deposit', 'qr', 'KBANK'])).toBeUndefined()
  expect(queries.getQueryData(['deposit', 'accounts'])).toBe('kept')
})
