import { approveDeskItem } from '@krapao/contract/slices/desk/approve-desk-item.ts'
import { findMembers } from '@krapao/contract/slices/desk/find-members.ts'
import { getDesk } from '@krapao/contract/slices/desk/get-desk.ts'
import { listDeskItems } from '@krapao/contract/slices/desk/list-desk-items.ts'
import { refuseDeskItem } from '@krapao/contract/slices/desk/refuse-desk-item.ts'
import { mount } from '../../platform/http.ts'
import { searchMembers } from '../account/public.ts'
import type { Slice } from '../context.ts'
import { decide } from './decide.ts'
import { countQueues, deskMember, listItems } from './list.ts'

/** What operators decide. */
export const deskSlice: Slice = {
  name: 'desk',

  mount(app, context) {
    const { gate } = context

    mount(app, gate, getDesk, ({ caller }) => countQueues(context, caller.role))

    mount(app, gate, listDeskItems, ({ params, query }) => listItems(context, params.queue, query.after))

    mount(app, gate, approveDeskItem, ({ params, body, caller }) =>
      decide(context, { ...params, verdict: 'approve', operator: caller, reason: body.reason.trim() }, body),
    )

    mount(app, gate, refuseDeskItem, ({ params, body, caller }) =>
      decide(context, { ...params, verdict: 'refuse', operator: caller, reason: body.reason.trim() }),
    )

    mount(app, gate, findMembers, async ({ query }) =>
      (await searchMembers(context, query.search)).map(deskMember),
    )
  },
}
