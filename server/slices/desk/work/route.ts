import { addNote as addNoteCall } from '@krapao/contract/slices/desk/work/add-note.ts'
import { assignItem } from '@krapao/contract/slices/desk/work/assign-item.ts'
import { claimSubject } from '@krapao/contract/slices/desk/work/claim-subject.ts'
import { closeShift as closeShiftCall } from '@krapao/contract/slices/desk/work/close-shift.ts'
import { getOldest } from '@krapao/contract/slices/desk/work/get-oldest.ts'
import { getShift } from '@krapao/contract/slices/desk/work/get-shift.ts'
import { getWork } from '@krapao/contract/slices/desk/work/get-work.ts'
import { listClaims as listClaimsCall } from '@krapao/contract/slices/desk/work/list-claims.ts'
import { listColleagues } from '@krapao/contract/slices/desk/work/list-colleagues.ts'
import { listMentions as listMentionsCall } from '@krapao/contract/slices/desk/work/list-mentions.ts'
import { listNotes as listNotesCall } from '@krapao/contract/slices/desk/work/list-notes.ts'
import { listShifts as listShiftsCall } from '@krapao/contract/slices/desk/work/list-shifts.ts'
import { listWork as listWorkCall } from '@krapao/contract/slices/desk/work/list-work.ts'
import { openShift as openShiftCall } from '@krapao/contract/slices/desk/work/open-shift.ts'
import { readMentions } from '@krapao/contract/slices/desk/work/read-mentions.ts'
import { releaseSubject } from '@krapao/contract/slices/desk/work/release-subject.ts'
import { snoozeSubject } from '@krapao/contract/slices/desk/work/snooze-subject.ts'
import { wakeSubject } from '@krapao/contract/slices/desk/work/wake-subject.ts'
import { roles } from '@krapao/contract/slices/operator/roles.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http.ts'
import { countOwnChats } from '../../chat/public.ts'
import type { Context } from '../../context.ts'
import { selectActive } from '../../operator/public.ts'
import { countWaiting } from '../list-store.ts'
import { claim, listClaims, release } from './claims.ts'
import { addNote, listMentions, listNotes } from './notes.ts'
import { assign, forgetEnded, forgetEvery, listWork, snooze, wake, wakeDue, wakeEvery } from './put-aside.ts'
import { oldAfter } from './rules.ts'
import { closeShift, listShifts, openShift, readShift } from './shift.ts'
import { countUnread, markMentionsRead } from './store-notes.ts'
import { countHeld, countSnoozed } from './store-shifts.ts'

const done = { message: 'OK' as const }

/** The calls by which operators work together on one desk (rules.md §17.2, §17.9). */
export function mountWork(app: FastifyInstance, context: Context): void {
  const { gate, db, clock } = context

  mount(app, gate, listClaimsCall, () => listClaims(context))
  mount(app, gate, claimSubject, ({ params, body, caller }) => claim(context, caller, params, body))
  mount(app, gate, releaseSubject, async ({ params, caller }) => {
    await release(context, caller, params)
    return done
  })

  mount(app, gate, assignItem, ({ params, body, caller }) =>
    assign(context, caller, params, { operatorId: body.operatorId, note: body.note?.trim() ?? '' }),
  )
  mount(app, gate, snoozeSubject, ({ params, body, caller }) =>
    snooze(context, caller, params, { until: body.until, reason: body.reason.trim() }),
  )
  mount(app, gate, wakeSubject, async ({ params, caller }) => {
    await wake(context, caller, params)
    return done
  })

  mount(app, gate, listNotesCall, ({ params, query }) => listNotes(context, params, query.before))
  mount(app, gate, addNoteCall, ({ params, body, caller: operator, idempotencyKey: key }) =>
    addNote(context, { operator, key }, params, { text: body.text, mentions: body.mentions ?? [] }),
  )
  mount(app, gate, listMentionsCall, ({ query, caller }) => listMentions(context, caller, query.before))
  mount(app, gate, readMentions, async ({ body, caller }) => {
    await markMentionsRead(db, caller.operatorId, { upTo: Number(body.upTo), now: clock.now() })
    return done
  })

  mount(app, gate, getWork, async ({ caller: { operatorId } }) => {
    const now = clock.now()
    const [held, chats, mentions, snoozed] = await Promise.all([
      countHeld(db, operatorId, now),
      countOwnChats(db, operatorId),
      countUnread(db, operatorId),
      countSnoozed(db, now),
    ])
    return { assigned: held.assigned, chats, mentions, snoozed }
  })
  mount(app, gate, listWorkCall, ({ query, caller }) => listWork(context, caller, query.view, query.after))
  mount(app, gate, listColleagues, async ({ caller }) => {
    const active = await selectActive(db, roles)
    return active.map(({ id, name, role }) => ({ _id: id, name, role, isYou: id === caller.operatorId }))
  })
  mount(app, gate, getOldest, async () => {
    const waiting = await countWaiting(db, context.clock.now())
    return {
      oldAfter: await context.settings.get(oldAfter),
      queues: context.desk.queues().map(({ name }) => ({
        queue: name,
        since: waiting.find(({ queue }) => queue === name)?.since.toISOString() ?? null,
      })),
    }
  })

  mount(app, gate, getShift, ({ caller }) => readShift(context, caller))
  mount(app, gate, openShiftCall, ({ caller }) => openShift(context, caller))
  mount(app, gate, closeShiftCall, ({ body, caller }) => closeShift(context, caller, body.note.trim()))
  mount(app, gate, listShiftsCall, ({ query }) => listShifts(context, query.before))

  context.jobs.sweep('wake-desk', wakeEvery, () => wakeDue(context))
  context.jobs.sweep('forget-desk-work', forgetEvery, () => forgetEnded(context))
}
