import { Amount, Timestamp, Type } from '@krapao/contract/endpoint.ts'
import { toMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { readInstant } from '../../platform/clock.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readSigned } from '../../platform/signed-body.ts'
import type { Context } from '../context.ts'
import { receiveTransfer } from './bank-feed.ts'
import { findHouseAccount } from './store.ts'
import { twinDesk, unmatchedDesk } from './unmatched.ts'

/** What the bank reports; the sender as its own screens show it. Only what could not be stored is refused. */
const transferReport = Type.Object({
  reference: Type.String({ pattern: '^[\\x21-\\x7e]{1,100}$' }),
  amount: Amount({ minimum: 0.01 }),
  at: Timestamp(),
  fromBank: Type.String({ pattern: '^[^\\x00]{0,40}$' }),
  fromAccountNo: Type.String({ pattern: '^[^\\x00]{0,40}$' }),
  fromName: Type.String({ pattern: '^[^\\x00]{0,200}$' }),
})

/** The bank's feed (rules.md §5.2). */
export function mountBankFeed(app: FastifyInstance, context: Context): void {
  context.desk.add(unmatchedDesk(context))
  context.desk.add(twinDesk(context))
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
      },
    },
    preParsing: readSigned(context.hookSecrets.bank, context.clock),
    async handler(request, reply) {
      reply.header('cache-control', 'no-store')
      const { accountNo } = request.params as { accountNo: string }
      const { amount, at, ...rest } = request.body as Static<typeof transferReport>
      const house = await findHouseAccount(context.db, accountNo)
      if (!house) throw new Refusal('NO_DATA')
      const sentAt = readInstant(at)
      if (!sentAt) throw new Refusal('INVALID_REQUEST', { fields: [{ field: 'at', reason: 'no instant' }] })
      return {
        status: await receiveTransfer(context, house, { ...rest, amountMinor: toMinor(amount), sentAt }),
      }
    },
  })
}
