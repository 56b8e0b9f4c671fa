import { Amount, Timestamp, Type } from '@krapao/contract/endpoint.ts'
import { createQr, deleteQr, getQr } from '@krapao/contract/endpoints.ts'
import { toMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { readInstant } from '../../platform/clock.ts'
import { mount } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readSigned } from '../../platform/signed-body.ts'
import type { Context } from '../context.ts'
import { cancelCode, createCode, readCode } from './qr.ts'
import { qrDesk } from './qr-desk.ts'
import { receivePayment } from './qr-payment.ts'
import { isGateway } from './qr-rules.ts'

/** What a gateway reports. Ids that cannot be one journal key's parts are refused. */
const paymentReport = Type.Object({
  paymentId: Type.String({ pattern: '^[\\w.-]{1,60}$' }),
  eventId: Type.String({ pattern: '^[\\w.-]{1,80}$' }),
  status: Type.Literal('PAID'),
  amount: Amount({ minimum: 0.01 }),
  paidAt: Timestamp(),
})

/** QR codes of gateways (rules.md §5.3). */
export function mountQr(app: FastifyInstance, context: Context): void {
  const { gate } = context
  mount(app, gate, createQr, ({ caller, params, body }) =>
    createCode(context, caller.memberId, params.code, body.amount),
  )
  mount(app, gate, getQr, ({ caller, params }) => readCode(context, caller.memberId, params.code))
  mount(app, gate, deleteQr, async ({ caller, params }) => {
    await cancelCode(context, caller.memberId, params.qrcodeId)
    return { message: 'OK' as const }
  })
  context.desk.add(qrDesk(context))

  app.route({
    method: 'POST',
    url: '/hooks/payment/:provider',
    schema: {
      summary: 'A gateway reports that a QR code was paid',
      tags: ['hooks'],
      params: Type.Object({ provider: Type.String() }),
      body: paymentReport,
      response: {
        200: Type.Object({ status: Type.String() }),
        409: Type.Object({ message: Type.String() }),
      },
    },
    preParsing: readSigned(context.hookSecrets.payment, context.clock),
    async handler(request, reply) {
      reply.header('cache-control', 'no-store')
      const { provider } = request.params as { provider: string }
      if (!isGateway(provider)) throw new Refusal('NO_DATA')
      const { paymentId, eventId, amount, paidAt: at } = request.body as Static<typeof paymentReport>
      const paidAt = readInstant(at)
      if (!paidAt)
        throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'paidAt', reason: 'no instant' }] })
      const status = await receivePayment(context, {
        gateway: provider,
        paymentId,
        eventId,
        amountMinor: toMinor(amount),
        paidAt,
      })
      // To the gateway it is a conflict of two reports; the 422 of the catalogue is for members' calls.
      if (status === 'conflict') return reply.status(409).send({ message: 'IDEMPOTENCY_CONFLICT' })
      return { status }
    },
  })
}
