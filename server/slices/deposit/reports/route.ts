import { fromMinor } from '@krapao/contract/money.ts'
import { forgetPayer as forgetPayerCall } from '@krapao/contract/slices/deposit/transfer/forget-payer.ts'
import { listPayers as listPayersCall } from '@krapao/contract/slices/deposit/transfer/list-payers.ts'
import { listSuspense } from '@krapao/contract/slices/deposit/transfer/list-suspense.ts'
import { listSuspenseItems as listSuspenseItemsCall } from '@krapao/contract/slices/deposit/transfer/list-suspense-items.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http.ts'
import type { Context } from '../../context.ts'
import { auditLooks } from '../../operator/public.ts'
import { forgetPayer, listPayers } from '../payers/payers.ts'
import { matchDesk } from './match-review.ts'
import { returnDesk } from './return-review.ts'
import { paymentDesk, transferDesk } from './review.ts'
import { selectOwed } from './store.ts'
import { listSuspenseItems } from './suspense-items.ts'

/**
 * Decisions of people about reports of money, and money that the house owes to unknown senders (rules.md
 * §5.2, §5.3, §18).
 */
export function mountReports(app: FastifyInstance, context: Context): void {
  context.desk.add(transferDesk(context))
  context.desk.add(paymentDesk(context))
  context.desk.add(matchDesk(context))
  context.desk.add(returnDesk(context))
  mount(app, context.gate, listSuspense, async () =>
    (await selectOwed(context.db)).map(({ amountMinor, since, ...owed }) => ({
      ...owed,
      amount: fromMinor(amountMinor),
      since: since.toISOString(),
    })),
  )
  mount(app, context.gate, listPayersCall, async ({ params, caller }) => {
    const payers = await listPayers(context, params.id)
    await auditLooks(context, caller, [{ memberId: params.id }])
    return payers
  })
  mount(app, context.gate, forgetPayerCall, ({ params, body, caller }) =>
    forgetPayer(context, caller, params.id, body.reason.trim()),
  )
  mount(app, context.gate, listSuspenseItemsCall, ({ params, query }) =>
    listSuspenseItems(context, params.account, query.after),
  )
}
