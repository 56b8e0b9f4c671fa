import { getOperator } from '@krapao/contract/slices/operator/get-operator.ts'
import { listAudit } from '@krapao/contract/slices/operator/list-audit.ts'
import { loginOperator } from '@krapao/contract/slices/operator/login-operator.ts'
import { logoutOperator } from '@krapao/contract/slices/operator/logout-operator.ts'
import { mount } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Slice } from '../context.ts'
import { auditPage } from './rules.ts'
import { logIn, logOut } from './session.ts'
import { findOperator, listDeeds, type OperatorRow, sweepSessions } from './store.ts'

const answerOf = ({ id, email, name, role }: OperatorRow) => ({ _id: id, email, name, role })

/** Who works in the console, and what they did. */
export const operatorSlice: Slice = {
  name: 'operator',

  async mount(app, context) {
    const { gate, db } = context

    mount(app, gate, loginOperator, async ({ body, request }) => {
      const { token, operator } = await logIn(context, { ...body, ip: request.ip })
      return { token, operator: answerOf(operator) }
    })

    mount(app, gate, logoutOperator, async ({ caller }) => {
      await logOut(context, caller)
      return { message: 'OK' as const }
    })

    mount(app, gate, getOperator, async ({ caller }) => {
      const operator = await findOperator(db, caller.operatorId)
      if (!operator) throw new Refusal('invalid-token')
      return answerOf(operator)
    })

    mount(app, gate, listAudit, async ({ query }) => {
      const before = query.before === undefined ? null : Number(query.before)
      const rows = await listDeeds(db, { before, limit: auditPage + 1 })
      const shown = rows.slice(0, auditPage)
      return {
        entries: shown.map((row) => ({
          _id: String(row.id),
          at: row.at.toISOString(),
          operator: row.operator_id === null ? null : { _id: row.operator_id, name: row.operator_name ?? '' },
          action: row.action,
          subject: row.subject,
          reason: row.reason,
          details: row.details,
        })),
        next: rows.length > auditPage ? String(shown.at(-1)?.id) : null,
      }
    })

    await context.jobs.cron('sweep-operator', '43 * * * *', () => sweepSessions(db, context.clock.now()))
  },
}
