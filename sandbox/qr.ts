import { fromMinor } from '@krapao/contract/money.ts'
import { isQrGateway } from '@krapao/contract/qr-gateways.ts'
import type { FastifyInstance } from 'fastify'
import { Answer, readAmountMinor, readCurrency, readText, refused } from './answer.ts'
import { billPaymentText } from './emv.ts'
import type { gatewayCalls } from './fault-names.ts'
import { mountCall } from './protocol.ts'
import { mountPayer } from './qr-payer.ts'
import type { World } from './world.ts'

/** QR gateways, and a bank app that pays their codes (rules.md §15, §16). */
export function mountQr(app: FastifyInstance, world: World): void {
  const { database, clock, faults, secret } = world
  const address =
    (call: (typeof gatewayCalls)[number]) =>
    ({ gateway = '' }: Record<string, string>) => {
      if (!isQrGateway(gateway)) throw refused(404, 'NO_GATEWAY')
      return { target: gateway, call }
    }

  mountCall(app, clock, faults, {
    url: '/payments/:gateway/create',
    secret,
    address: address('create'),
    read(gateway, body) {
      const paymentId = readText(body, 'paymentId', 60)
      const amountMinor = readAmountMinor(body, 'amount')
      const currency = readCurrency(body)
      const expiresAt = new Date(readText(body, 'expiresAt', 40))
      if (Number.isNaN(expiresAt.getTime())) {
        throw refused(400, 'INVALID_REQUEST', { field: 'expiresAt', reason: 'an ISO 8601 time' })
      }
      return {
        async act() {
          // A known id returns the existing code, or a refusal if the amount differs.
          await database.query(
            `insert into sandbox.qr_code (gateway, payment_id, amount_minor, currency, payload, expires_at, created_at)
             values ($1, $2, $3, $4, $5, $6, $7) on conflict (gateway, payment_id) do nothing`,
            [
              gateway,
              paymentId,
              amountMinor,
              currency,
              billPaymentText(gateway, fromMinor(amountMinor), currency),
              expiresAt,
              clock.now(),
            ],
          )
          const [known] = await database.query<{ payload: string; amount_minor: number }>(
            'select payload, amount_minor from sandbox.qr_code where gateway = $1 and payment_id = $2',
            [gateway, paymentId],
          )
          if (known?.amount_minor !== amountMinor) return refusal('CONFLICT')
          return new Answer(200, { status: 'CREATED', payload: known.payload })
        },
        refuse: async () => refusal('LIMIT_REACHED'),
      }
    },
  })

  mountCall(app, clock, faults, {
    url: '/payments/:gateway/cancel',
    secret,
    address: address('cancel'),
    read(gateway, body) {
      const paymentId = readText(body, 'paymentId', 60)
      return {
        async act() {
          await database.query(
            'update sandbox.qr_code set cancelled = true where gateway = $1 and payment_id = $2',
            [gateway, paymentId],
          )
          return new Answer(200, { status: 'CANCELLED' })
        },
        refuse: async () => refusal('TOO_LATE'),
      }
    },
  })

  mountPayer(app, world)
}

const refusal = (reason: string): Answer => new Answer(422, { status: 'REFUSED', reason })
