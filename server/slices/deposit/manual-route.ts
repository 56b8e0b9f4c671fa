import { announceDeposit } from '@krapao/contract/endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import { announce, manualDesk } from './manual.ts'

/** Announced deposits (rules.md §5.5). */
export function mountManual(app: FastifyInstance, context: Context): void {
  mount(app, context.gate, announceDeposit, async ({ caller, body }) => ({
    depositId: await announce(context, caller.memberId, body.amount),
    status: 'PENDING' as const,
  }))
  context.desk.add(manualDesk(context))
}
