import type { AnswerOf } from '@krapao/contract/client.ts'
import { replaceAnswer } from '@krapao/web/api/replace-answer.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api } from '../../../frame/calls/api.ts'

export type QrCode = AnswerOf<'GET /api/qrcode/:code'>

const qrKey = ['deposit', 'qr'] as const
const keyOf = (code: string) => [...qrKey, code]

/** The open QR code of a gateway, if any. */
export const useQrCode = (code: string) =>
  useQuery({
    queryKey: keyOf(code),
    queryFn: ({ signal }) => api('GET /api/qrcode/:code', { params: { code } }, { signal }),
  })

/** Stores the server's answer about a gateway in place of questions that were sent earlier. */
export const keepQrCode = (queries: QueryClient, code: string, qr: QrCode): Promise<void> =>
  replaceAnswer(queries, keyOf(code), qr)

/**
 * After a code was made at one gateway, the data of all others are out of date and are loaded again when they
 * are shown (product.md §4). Loading clears the mark.
 */
export const markOthers = (queries: QueryClient, code: string): void =>
  queries.removeQueries({ queryKey: qrKey, predicate: ({ queryKey }) => queryKey[2] !== code })

/** Loads the codes again. */
export const forgetQrCodes = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: qrKey })

/** The data of a gateway without an open code. */
export const noQrCode: QrCode = {
  qrcodeId: null,
  hasQrcode: false,
  qrcode: '',
  payload: '',
  amount: 0,
  expireIn: null,
  message: '',
}
