import { approveClearItems } from '@krapao/contract/slices/desk/approve-clear-items.ts'
import { approveDeskItem } from '@krapao/contract/slices/desk/approve-desk-item.ts'
import { askOutside } from '@krapao/contract/slices/desk/ask-outside.ts'
import { askReversal as askReversalCall } from '@krapao/contract/slices/desk/ask-reversal.ts'
import { exportDecisions as exportDecisionsCall } from '@krapao/contract/slices/desk/export-decisions.ts'
import { findItems as findItemsCall } from '@krapao/contract/slices/desk/find-items.ts'
import { findMembers as findMembersCall } from '@krapao/contract/slices/desk/find-members.ts'
import { getDesk } from '@krapao/contract/slices/desk/get-desk.ts'
import { getDeskEvidence } from '@krapao/contract/slices/desk/get-desk-evidence.ts'
import { getDeskItem } from '@krapao/contract/slices/desk/get-desk-item.ts'
import { getMemberSummary } from '@krapao/contract/slices/desk/get-member-summary.ts'
import { listDecidedItems } from '@krapao/contract/slices/desk/list-decided-items.ts'
import { listDecisions as listDecisionsCall } from '@krapao/contract/slices/desk/list-decisions.ts'
import { listDeskBanks } from '@krapao/contract/slices/desk/list-desk-banks.ts'
import { listDeskItems } from '@krapao/contract/slices/desk/list-desk-items.ts'
import { refuseDeskItem } from '@krapao/contract/slices/desk/refuse-desk-item.ts'
import { showItemNumbers } from '@krapao/contract/slices/desk/show-item-numbers.ts'
import { showMemberNumbers } from '@krapao/contract/slices/desk/show-member-numbers.ts'
import { sumDecisions } from '@krapao/contract/slices/desk/sum-decisions.ts'
import { takeNext as takeNextCall } from '@krapao/contract/slices/desk/work/take-next.ts'
import { addSeconds } from '../../platform/clock.ts'
import { mount } from '../../platform/http.ts'
import { deskMember } from '../account/public.ts'
import type { Slice } from '../context.ts'
import { auditLooks } from '../operator/public.ts'
import { approveClear } from './clear.ts'
import { decide } from './decide.ts'
import { readItem } from './decided.ts'
import { askOutsideAgain, evidenceAbout } from './evidence.ts'
import { findItems } from './find-items.ts'
import { findMembers, findRefusedCalls } from './find-members.ts'
import { exportDecisions, findDecisions, listDecided, listDecisions, sumDay } from './history.ts'
import { countQueues, listItems, queueOf } from './list.ts'
import { selectBanks } from './list-store.ts'
import { looksAt, looksAtMembers, looksAtOne, looksIn } from './looks.ts'
import { summaryOf } from './member-summary.ts'
import { takeNext } from './next.ts'
import { numbersOfItem, numbersOfMember } from './numbers.ts'
import { askReversal, reversalDesk } from './reversal.ts'
import { reasonIn } from './rules.ts'
import { sweepAnswers } from './store.ts'
import { mountWork } from './work/route.ts'

/** The decisions of operators. */
export const deskSlice: Slice = {
  name: 'desk',

  async mount(app, context) {
    const { gate } = context
    context.desk.add(reversalDesk(context))

    mountWork(app, context)

    mount(app, gate, getDesk, ({ caller }) => countQueues(context, caller.role))

    mount(app, gate, listDeskItems, async ({ params, query, caller }) => {
      const page = await listItems(context, caller, params.queue, query)
      await auditLooks(context, caller, page.items.flatMap(looksAt))
      return page
    })

    mount(app, gate, findItemsCall, async ({ query, caller }) => {
      const items = await findItems(context, caller, query.search)
      const found = await findDecisions(context, query.search)
      await auditLooks(context, caller, looksAtMembers([...items, ...found.decided]))
      return { items, ...found }
    })

    mount(app, gate, takeNextCall, ({ params, body, caller: operator, idempotencyKey: key }) =>
      takeNext(context, { operator, key }, params.queue, body),
    )

    mount(app, gate, listDeskBanks, async ({ params }) => ({
      banks: await selectBanks(context.db, queueOf(context, params.queue).name),
    }))

    mount(app, gate, listDecidedItems, async ({ params, query, caller }) => {
      const page = await listDecided(context, params.queue, query)
      await auditLooks(context, caller, looksAtMembers(page.items))
      return page
    })

    mount(app, gate, listDecisionsCall, async ({ query, caller }) => {
      const page = await listDecisions(context, query)
      await auditLooks(context, caller, looksAtMembers(page.decisions))
      return page
    })

    mount(app, gate, exportDecisionsCall, ({ body, caller }) => exportDecisions(context, caller, body))

    mount(app, gate, sumDecisions, ({ query }) => sumDay(context, query))

    mount(app, gate, getDeskItem, async ({ params, caller }) => {
      const answer = await readItem(context, caller, params)
      await auditLooks(context, caller, looksAtOne(answer))
      return answer
    })

    mount(app, gate, getDeskEvidence, async ({ params, caller }) => {
      const evidence = await evidenceAbout(context, caller, params)
      await auditLooks(context, caller, looksIn(evidence))
      return evidence
    })

    mount(app, gate, askOutside, ({ params, caller }) => askOutsideAgain(context, caller, params))

    mount(app, gate, approveDeskItem, ({ params, body, caller, idempotencyKey: key }) => {
      const { reason, reasonCode, rememberPayer, ...said } = body
      const asked = { ...params, choice: 'approve' as const }
      const decision = { ...asked, ...reasonIn(asked, { reason, reasonCode }), operator: caller, key }
      return decide(context, decision, {
        ...said,
        ...(rememberPayer && { payerNote: (rememberPayer.note ?? '').trim() }),
        reference: said.reference?.trim(),
      })
    })

    mount(app, gate, approveClearItems, ({ body, caller, idempotencyKey: key }) =>
      approveClear(context, caller, body, key),
    )

    mount(app, gate, refuseDeskItem, ({ params, body, caller, idempotencyKey: key }) => {
      const { question, ...reason } = body
      const asked = { ...params, choice: 'refuse' as const }
      const decision = { ...asked, ...reasonIn(asked, reason), operator: caller, key }
      return decide(context, decision, question === undefined ? {} : { question })
    })

    mount(app, gate, askReversalCall, ({ params, body, caller, idempotencyKey: key }) =>
      askReversal(context, { ...params, operator: caller, reason: body.reason.trim(), key }),
    )

    mount(app, gate, findMembersCall, async ({ query, caller }) => {
      const [{ members: found, hasMoreEnds }, calls] = await Promise.all([
        findMembers(context, caller, query.search),
        findRefusedCalls(context, query.search),
      ])
      const shown = [...found, ...calls.flatMap(({ member }) => member ?? [])]
      await auditLooks(
        context,
        caller,
        shown.map(({ id }) => ({ memberId: id })),
      )
      return {
        members: found.map(deskMember),
        hasMoreEnds,
        refusedCalls: calls.map(({ member, at, memberId: _, ...call }) => ({
          ...call,
          at: at.toISOString(),
          member: member ? deskMember(member) : null,
        })),
      }
    })

    mount(app, gate, getMemberSummary, async ({ params, caller, language }) => {
      const summary = await summaryOf(context, params.id, language)
      await auditLooks(context, caller, [{ memberId: params.id }])
      return summary
    })

    mount(app, gate, showMemberNumbers, ({ params, caller }) => numbersOfMember(context, caller, params.id))

    mount(app, gate, showItemNumbers, ({ params, caller }) => numbersOfItem(context, caller, params))

    await context.jobs.cron('sweep-desk', '51 * * * *', async () => {
      // Kept a day longer than a key is promised to be known (rules.md §1.5).
      await sweepAnswers(context.db, addSeconds(context.clock.now(), -2 * 86_400))
      await context.refusedCalls.sweep()
    })
  },
}
