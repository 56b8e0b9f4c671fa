import type { ErrorCode } from '@krapao/contract/errors.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../frame/calls/api.ts'
import { toastRefused } from '../../../frame/calls/refused.tsx'
import { type Screen, useMoneyCall } from '../../../frame/money/use-money-call.ts'
import { type Holder, pendingKey } from '../../wallet/public.ts'
import { forgetQrCodes, keepQrCode, markOthers, type QrCode } from './query.ts'

export interface WantedQr {
  /** The gateway's. */
  code: string
  /** In the gateway's currency. */
  amount: number
}

/**
 * Creates QR codes; a created code is where `useQrCode` reads it. `unsure`: the requests whose outcome is
 * unknown.
 * @param screen called when a code was created
 */
export function useCreateQr(wallet: Holder, screen?: Screen<WantedQr, QrCode>) {
  const queries = useQueryClient()
  async function keep(qr: QrCode, { code }: WantedQr, first: boolean): Promise<void> {
    // A failure is answered with its reason (product.md §4) and the number by which support finds it.
    const { qrcodeId, message } = qr
    if (!qr.hasQrcode && message) {
      toastRefused(new ApiError(message as ErrorCode, 0, { ...(qrcodeId && { qrcodeId }) }))
    }
    markOthers(queries, code)
    // The answer of an earlier request says how the code was made, not whether it was paid or cancelled
    // since. And where no code was made, another tab may have made one.
    await (first && qr.hasQrcode ? keepQrCode(queries, code, qr) : forgetQrCodes(queries))
  }
  const { send, ...rest } = useMoneyCall<WantedQr, QrCode>('qr-code', wallet.profile._id, {
    screen: screen && {
      ...screen,
      show(qr, wanted, first) {
        screen.show(qr, wanted, first)
        keep(qr, wanted, first)
      },
    },
    notify: keep,
    refuse: (error, _, onScreen) => {
      if (!onScreen) toastRefused(error)
    },
    settled: () => queries.invalidateQueries({ queryKey: pendingKey }),
  })
  return {
    ...rest,
    create: (wanted: WantedQr) =>
      send(wanted, (idempotencyKey) =>
        api(
          'POST /api/qrcode/:code',
          { params: { code: wanted.code }, amount: wanted.amount },
          { idempotencyKey },
        ),
      ),
  }
}
