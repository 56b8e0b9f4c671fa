import { fromMinor } from '@krapao/contract/money.ts'
import { listInviteBanners } from '@krapao/contract/slices/invite/list-invite-banners.ts'
import { listInvites as listInvitesCall } from '@krapao/contract/slices/invite/list-invites.ts'
import { receiveInvite } from '@krapao/contract/slices/invite/receive-invite.ts'
import { mount } from '../../platform/http.ts'
import { bannersIn } from '../campaign/public.ts'
import type { Slice } from '../context.ts'
import { payInviters } from './daily.ts'
import { listInvites } from './list.ts'
import { callerOf, receive } from './receive.ts'
import { sumPaid } from './store.ts'
import { whatIf } from './what-if.ts'

/** Invite money: a percentage of what invited friends lost on a day (rules.md §9). */
export const inviteSlice: Slice = {
  name: 'invite',

  mount(app, context) {
    const { gate, campaigns, jobs, db } = context

    mount(app, gate, listInvitesCall, ({ caller, body, language }) =>
      listInvites(context, caller.memberId, body, language),
    )

    mount(app, gate, receiveInvite, async ({ caller, expected, idempotencyKey: key }) => ({
      message: 'INVITE_BONUS_SUCCESS' as const,
      amount: fromMinor(await receive(context, caller.memberId, { key, expected })),
    }))

    mount(app, gate, listInviteBanners, async ({ caller, language }) => {
      const { currency } = await callerOf(context, caller.memberId)
      const campaign = await campaigns.findActive('invite', currency)
      return bannersIn(campaign?.content.banners ?? [], language)
    })

    jobs.sweep('pay-inviters', 60, (stopping) => payInviters(context, stopping))
    campaigns.onCost('invite', (codes) => sumPaid(db, codes))
    campaigns.onWhatIf('invite', (content) => whatIf(context, content))
  },
}
