import { announceDeposit } from '@krapao/contract/slices/deposit/manual/announce-deposit.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http.ts'
import type { Context } from '../../context.ts'
import { announce } from './announce.ts'
import { manualDesk } from './review.ts'

/** Announced deposits (rules.md §5.5). */
export function mountManual(app: FastifyInstance, context: Context): void {
  mount(app, context.gate, announceDeposit, async ({ caller, body, idempotencyKey }) => ({
    depositId: await announce(context, caller.memberId, body.amount, idempotencyKey),
    status: 'PENDING' as const,
  }))
  context.desk.add(manualDesk(context))
}
