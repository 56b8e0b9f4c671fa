import { consoleRoom } from '@krapao/contract/events.ts'
import { addStaff as addStaffCall } from '@krapao/contract/slices/operator/add-staff.ts'
import { approveStaffRequest } from '@krapao/contract/slices/operator/approve-staff-request.ts'
import { changeOperatorPassword } from '@krapao/contract/slices/operator/change-operator-password.ts'
import { changeStaff as changeStaffCall } from '@krapao/contract/slices/operator/change-staff.ts'
import { endOperatorSession } from '@krapao/contract/slices/operator/end-operator-session.ts'
import { endOtherOperatorSessions } from '@krapao/contract/slices/operator/end-other-operator-sessions.ts'
import { exportAudit as exportAuditCall } from '@krapao/contract/slices/operator/export-audit.ts'
import { getOperator } from '@krapao/contract/slices/operator/get-operator.ts'
import { listAudit as listAuditCall } from '@krapao/contract/slices/operator/list-audit.ts'
import { listOperatorSessions } from '@krapao/contract/slices/operator/list-operator-sessions.ts'
import { listStaff as listStaffCall } from '@krapao/contract/slices/operator/list-staff.ts'
import { listStaffRequests } from '@krapao/contract/slices/operator/list-staff-requests.ts'
import { loginOperator } from '@krapao/contract/slices/operator/login-operator.ts'
import { logoutOperator } from '@krapao/contract/slices/operator/logout-operator.ts'
import { refuseStaffRequest } from '@krapao/contract/slices/operator/refuse-staff-request.ts'
import { resetStaffPassword } from '@krapao/contract/slices/operator/reset-staff-password.ts'
import { mount } from '../../platform/http.ts'
import { jobSeconds } from '../../platform/jobs.ts'
import { Refusal } from '../../platform/refusal.ts'
import { deviceOf, namesIn, rememberDevice } from '../account/public.ts'
import type { Slice } from '../context.ts'
import { exportAudit, listAudit } from './audit.ts'
import { mountFactors } from './factor-route.ts'
import { sweepLooks } from './looks.ts'
import { endSessionsOf, idleMinutes, listOwnSessions, usedSince } from './own-sessions.ts'
import { deleteChallengesBefore } from './passkey-store.ts'
import { listRequests, sweepRequests } from './requests.ts'
import { logIn, logOut, sessionOf, stepBefore } from './session.ts'
import { findSession, livingSessions } from './session-store.ts'
import {
  addStaff,
  approveRequest,
  changeOwnPassword,
  changeStaff,
  listStaff,
  refuseRequest,
  resetPassword,
} from './staff.ts'
import { findOperator, type OperatorRow, sweepSessions } from './store.ts'
import { operatorTiesOf } from './ties.ts'

const answerOf = ({
  id,
  email,
  name,
  role,
  one_time_until,
}: OperatorRow & { one_time_until: Date | null }) => ({
  _id: id,
  email,
  name,
  role,
  mustChangePassword: one_time_until !== null,
})

/** Operators, their sessions, and what they did. */
export const operatorSlice: Slice = {
  name: 'operator',

  async mount(app, context) {
    const { gate, db } = context

    mount(app, gate, loginOperator, async ({ body, request, reply }) => {
      const device = deviceOf(request, 'operator')
      const names = namesIn(request.headers['user-agent'])
      const { token, operator } = await logIn(context, { ...body, ip: request.ip, device, names })
      await rememberDevice(context, 'operator', operator.email, { request, reply })
      return { token, operator: answerOf(operator) }
    })

    mount(app, gate, logoutOperator, async ({ caller }) => {
      await logOut(context, caller)
      return { message: 'OK' as const }
    })

    mount(app, gate, getOperator, async ({ caller }) => {
      const operator = await findOperator(db, caller.operatorId)
      if (!operator) throw new Refusal('invalid-token')
      const ties = await operatorTiesOf(context, db, operator.id)
      const minutes = await context.settings.get(idleMinutes)
      const open = { now: context.clock.now(), since: await usedSince(context) }
      const session = await findSession(db, caller.sessionHash, open)
      const step = session && stepBefore(context, session)
      return {
        ...answerOf(operator),
        secondFactor: {
          hasCode: session?.has_code ?? false,
          hasPasskey: session?.has_passkey ?? false,
          mustGive: step === 'SECOND_FACTOR_REQUIRED',
          mustSet: step === 'SECOND_FACTOR_MISSING',
        },
        idleMinutes: minutes,
        ties: ties.map(({ id, name, act, isOwn, until }) => ({
          ...{ _id: id, name, act, isOwn },
          until: until.toISOString(),
        })),
      }
    })

    mount(app, gate, changeOperatorPassword, async ({ caller, body }) => {
      await changeOwnPassword(context, caller, body)
      return { message: 'OK' as const }
    })

    mountFactors(app, context)

    mount(app, gate, listOperatorSessions, ({ caller }) => listOwnSessions(context, caller))

    mount(app, gate, endOperatorSession, async ({ caller, params }) => {
      await endSessionsOf(context, caller, params.id)
      return { message: 'OK' as const }
    })

    mount(app, gate, endOtherOperatorSessions, async ({ caller }) => {
      await endSessionsOf(context, caller)
      return { message: 'OK' as const }
    })

    mount(app, gate, listStaffCall, () => listStaff(context))

    mount(app, gate, addStaffCall, ({ caller, body }) => addStaff(context, caller, body))

    mount(app, gate, changeStaffCall, ({ caller, params, body }) =>
      changeStaff(context, caller, params.id, body),
    )

    mount(app, gate, resetStaffPassword, ({ caller, params }) => resetPassword(context, caller, params.id))

    mount(app, gate, listStaffRequests, () => listRequests(context))

    mount(app, gate, approveStaffRequest, ({ caller, params }) => approveRequest(context, caller, params.id))

    mount(app, gate, refuseStaffRequest, async ({ caller, params }) => {
      await refuseRequest(context, caller, params.id)
      return { message: 'OK' as const }
    })

    context.sockets.allow({
      admit: async (room, token) => (room === consoleRoom ? sessionOf(context, token) : undefined),
      living: async (hashes) =>
        livingSessions(db, hashes, { now: context.clock.now(), since: await usedSince(context) }),
    })

    mount(app, gate, listAuditCall, ({ query }) => listAudit(context, query))

    mount(app, gate, exportAuditCall, ({ caller, body }) => exportAudit(context, caller, body))

    await context.jobs.cron('sweep-operator', '43 * * * *', async () => {
      const database = context.database.patient(jobSeconds)
      await sweepSessions(database.db, context.clock.now())
      await deleteChallengesBefore(database.db, context.clock.now())
      await sweepLooks({ database, clock: context.clock })
      await sweepRequests({ ...context, db: database.db })
    })
  },
}
