import { Readable } from 'node:stream'
import { Amount, Timestamp, Type } from '@krapao/contract/endpoint.ts'
import { toMinor } from '@krapao/contract/money.ts'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { Refusal } from '../../platform/refusal.ts'
import { signatureHeader, verifySignature } from '../../platform/signature.ts'
import type { Context, Slice } from '../context.ts'
import { receiveTransfer } from './bank-feed.ts'
import { findHouseAccount } from './store.ts'

/** What the bank reports; the sender as its own screens show it. Only what could not be stored is refused. */
const transferReport = Type.Object({
  reference: Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' }),
  amount: Amount({ minimum: 0.01 }),
  at: Timestamp(),
  fromBank: Type.String({ pattern: '^[^\\x00]{0,40}$' }),
  fromAccountNo: Type.String({ pattern: '^[^\\x00]{0,40}$' }),
  fromName: Type.String({ pattern: '^[^\\x00]{0,200}$' }),
})

/** Money coming in (rules.md §5). */
export const depositSlice: Slice = {
  name: 'deposit',

  mount(app, context) {
    app.route({
      method: 'POST',
      url: '/hooks/bank/:accountNo',
      schema: {
        summary: 'The bank reports a transfer to an account of the house',
        tags: ['hooks'],
        params: Type.Object({ accountNo: Type.String() }),
        body: transferReport,
        response: {
          200: Type.Object({ status: Type.String() }),
          409: Type.Object({ message: Type.String() }),
        },
      },
      // Before anything is read from the body: a stranger learns neither its form nor which accounts there are.
      preParsing: (request, _reply, payload) => readSigned(context, request, payload),
      async handler(request, reply) {
        reply.header('cache-control', 'no-store')
        const { accountNo } = request.params as { accountNo: string }
        const { amount, at, ...rest } = request.body as Static<typeof transferReport>
        const house = await findHouseAccount(context.db, accountNo)
        if (!house) throw new Refusal('NO_DATA')
        const report = { ...rest, amountMinor: toMinor(amount), sentAt: new Date(at) }
        const status = await receiveTransfer(context, house, report)
        // To the bank it is a conflict of two reports; the 422 of the catalogue is for members' calls.
        if (status === 'conflict') return reply.status(409).send({ message: 'IDEMPOTENCY_CONFLICT' })
        return { status }
      },
    })
  },
}

/**
 * Reads a body whose signature is right, to be parsed as any other: the signature is over the bytes as they came.
 * @throws Refusal `invalid-token` not signed with the bank's secret within five minutes; `PAYLOAD_TOO_LARGE`
 */
async function readSigned(
  { bankSecret, clock }: Context,
  request: FastifyRequest,
  payload: AsyncIterable<Buffer>,
): Promise<Readable> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of payload) {
    size += chunk.length
    if (size > request.routeOptions.bodyLimit) throw new Refusal('PAYLOAD_TOO_LARGE')
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const header = request.headers[signatureHeader]
  if (!bankSecret || !verifySignature(bankSecret, bytes.toString(), header, clock.now())) {
    throw new Refusal('invalid-token')
  }
  return Readable.from([bytes], { objectMode: false })
}
