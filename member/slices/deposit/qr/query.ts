import type { AnswerOf } from '@krapao/contract/client.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'

export type QrCode = AnswerOf<'GET /api/qrcode/:code'>

const qrKey = ['deposit', 'qr'] as const
const keyOf = (code: string) => [...qrKey, code]

/** The open QR code of a gateway, if any. */
export const useQrCode = (code: string) =>
  useQuery({
    queryKey: keyOf(code),
    queryFn: ({ signal }) => api('GET /api/qrcode/:code', { params: { code } }, { signal }),
  })

/** Takes in what the server answered about a gateway, ahead of anything it was asked before. */
export async function keepQrCode(queries: QueryClient, code: string, qr: QrCode): Promise<void> {
  await queries.cancelQueries({ queryKey: keyOf(code) })
  queries.setQueryData(keyOf(code), qr)
}

/**
 * A code was made at one gateway: what is known of all others is to be loaded anew when it is looked at
 * (product.md §4). Loading it clears the mark.
 */
export const markOthers = (queries: QueryClient, code: string): void =>
  queries.removeQueries({ queryKey: qrKey, predicate: ({ queryKey }) => queryKey[2] !== code })

/** Has the codes asked for anew. */
export const forgetQrCodes = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: qrKey })

/** A gateway without an open code. */
export const noQrCode: QrCode = {
  qrcodeId: null,
  hasQrcode: false,
  qrcode: '',
  amount: 0,
  expireIn: null,
  message: '',
}
