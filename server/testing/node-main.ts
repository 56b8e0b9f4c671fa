import { createServer } from '../app/server.ts'
import type { Posting } from '../ledger/ledger.ts'
import type { Context } from '../slices/context.ts'
import { type NodeOrder, type ParkPoint, type PayoutPoint, payoutPoints } from './node.ts'

/** A server process for tests (see node.ts). It is the real one; a doomed one only stands still where it is told to. */
const { config, parkAt } = JSON.parse(process.env.KRAPAO_TEST_NODE ?? '') as NodeOrder
const server = await createServer(config)
if (isPayoutPoint(parkAt)) parkWithdrawals(server.context, parkAt)
else if (parkAt) parkTransfers(server.context, parkAt)
await server.listen()
process.send?.({ ready: server.address })

process.on('SIGTERM', async () => {
  await server.close()
  process.exit(0)
})
// The test is gone: nobody else would end this process.
process.on('disconnect', () => process.exit(1))

/** Makes every transfer of this node stand still at one point, and tells so by its idempotency key. */
function parkTransfers(context: Context, point: ParkPoint): void {
  const { ledger, games } = context
  const post = ledger.post.bind(ledger)
  const transfer = games.transfer.bind(games)
  const keys = new Map<string, string>()

  const standStill = (key: string) => stand(key.split(':').slice(2).join(':'))

  ledger.post = async (posting: Posting) => {
    const holds = posting.kind === 'transfer' && posting.phase === 'pending'
    const settles = posting.kind === 'transfer' && posting.pendingKey !== undefined
    if (holds) keys.set(posting.meta?.transferId as string, posting.key)
    if (holds && point === 'before-hold') return standStill(posting.key)
    const journal = await post(posting)
    if (holds && point === 'after-hold') return standStill(posting.key)
    if (settles && point === 'after-settle') return standStill(posting.pendingKey as string)
    return journal
  }

  games.transfer = async (provider, order) => {
    const key = keys.get(order.transferId) ?? ''
    const answer = transfer(provider, order)
    if (point === 'calling') return standStill(key)
    const outcome = await answer
    return point === 'after-call' ? standStill(key) : outcome
  }
}

/** The same for withdrawals, by their ids. */
function parkWithdrawals(context: Context, point: PayoutPoint): void {
  const { ledger, payouts } = context
  const post = ledger.post.bind(ledger)
  const pay = payouts.pay.bind(payouts)

  ledger.post = async (posting: Posting) => {
    const id = posting.meta?.withdrawalId as string | undefined
    if (!id) return post(posting)
    const opens = posting.phase === 'pending'
    if (opens && point === 'before-withdrawal') return stand(id)
    const journal = await post(posting)
    if (point === (opens ? 'after-withdrawal' : 'after-payout')) return stand(id)
    return journal
  }

  payouts.pay = async (order) => {
    if (point === 'before-pay') return stand(order.payoutId)
    const answer = pay(order)
    if (point === 'paying') return stand(order.payoutId)
    const outcome = await answer
    return point === 'after-pay' ? stand(order.payoutId) : outcome
  }
}

function isPayoutPoint(point: string | undefined): point is PayoutPoint {
  return payoutPoints.some((known) => known === point)
}

function stand(name: string): Promise<never> {
  process.send?.({ parked: name })
  return new Promise<never>(() => {})
}
