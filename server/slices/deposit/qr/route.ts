import { toMinor } from '@krapao/contract/money.ts'
import { isQrGateway, promptPay } from '@krapao/contract/qr-gateways.ts'
import { createQr } from '@krapao/contract/slices/deposit/qr/create-qr.ts'
import { deleteQr } from '@krapao/contract/slices/deposit/qr/delete-qr.ts'
import { getQr } from '@krapao/contract/slices/deposit/qr/get-qr.ts'
import { reportPayment } from '@krapao/contract/slices/deposit/qr/report-payment.ts'
import type { FastifyInstance } from 'fastify'
import { readInstant } from '../../../platform/clock.ts'
import { mount, mountHook } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { cancelCode, createCode, readCode } from './codes.ts'
import { readPayer } from './payer.ts'
import { createPromptPay, readPromptPay } from './prompt-pay.ts'
import { receivePayment } from './receive.ts'

/** QR codes of gateways (rules.md §5.3). */
export function mountQr(app: FastifyInstance, context: Context): void {
  const { gate } = context
  mount(app, gate, createQr, ({ caller, params, body, idempotencyKey }) =>
    params.code === promptPay
      ? createPromptPay(context, caller.memberId, body.amount, idempotencyKey)
      : createCode(context, caller.memberId, params.code, body.amount, idempotencyKey),
  )
  mount(app, gate, getQr, ({ caller, params }) =>
    params.code === promptPay
      ? readPromptPay(context, caller.memberId)
      : readCode(context, caller.memberId, params.code),
  )
  mount(app, gate, deleteQr, async ({ caller, params }) => {
    await cancelCode(context, caller.memberId, params.qrcodeId)
    return { message: 'OK' as const }
  })

  mountHook(app, reportPayment, context, async ({ params: { provider }, body, reply }) => {
    if (!isQrGateway(provider)) throw new Refusal('NO_DATA')
    const { paymentId, eventId, amount, paidAt: at, provider: named, payer } = body
    if (named !== undefined && named !== provider) {
      throw new Refusal('DEST_ACC_INVALID', { fields: [{ field: 'provider', reason: 'path' }] })
    }
    const paidAt = readInstant(at)
    if (!paidAt) throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'paidAt', reason: 'no instant' }] })
    const status = await receivePayment(context, {
      gateway: provider,
      paymentId,
      eventId,
      amountMinor: toMinor(amount),
      paidAt,
      payer: readPayer(payer),
    })
    if (status !== 'conflict') return { status }
    return reply.status(reportPayment.statuses.IDEMPOTENCY_CONFLICT).send({ message: 'IDEMPOTENCY_CONFLICT' })
  })
}
