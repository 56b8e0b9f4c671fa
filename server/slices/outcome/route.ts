import { listOutcomes } from '@krapao/contract/slices/outcome/list-outcomes.ts'
import { readOutcomes } from '@krapao/contract/slices/outcome/read-outcomes.ts'
import { mount } from '../../platform/http.ts'
import type { Context, Slice } from '../context.ts'
import { maxUnread, shownSince, toOutcome } from './show.ts'
import { countUnread, markRead, removeOutcomes, selectOutcomes } from './store.ts'

/** Outcomes of a page. */
const pageSize = 20
/** Outcomes that are removed by one statement. */
const atOnce = 1000

/** How what members waited for has ended (rules.md §21). */
export const outcomeSlice: Slice = {
  name: 'outcome',

  mount(app, context) {
    const { db, clock, gate, jobs } = context

    mount(app, gate, listOutcomes, async ({ caller: { memberId }, query: { before }, language }) => {
      const since = await shownSince(context)
      const page = { since, before: before === undefined ? undefined : Number(before), limit: pageSize + 1 }
      const [found, unread] = await Promise.all([
        selectOutcomes(db, memberId, page),
        unreadOf(context, memberId),
      ])
      return {
        outcomes: found.slice(0, pageSize).map((outcome) => toOutcome(outcome, language)),
        hasMore: found.length > pageSize,
        unread,
      }
    })

    mount(app, gate, readOutcomes, async ({ caller: { memberId }, body: { ids } }) => {
      await markRead(db, memberId, ids?.map(Number), clock.now())
      return { unread: await unreadOf(context, memberId) }
    })

    jobs.cron('remove-outcomes', '41 4 * * *', async () => {
      const before = await shownSince(context)
      while ((await removeOutcomes(db, before, atOnce)) === atOnce);
    })
  },
}

const unreadOf = async (context: Context, memberId: string): Promise<number> =>
  countUnread(context.db, memberId, await shownSince(context), maxUnread)
