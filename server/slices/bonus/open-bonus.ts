import { batcher } from '../../platform/batcher.ts'
import type { Context } from '../context.ts'
import { selectOpenFacts } from './condition/store.ts'

/**
 * The facts of the member's open bonus, which every look at the wallet asks for. Calls that arrive together
 * share one query.
 */
export const openBonusFinder = ({ database }: Pick<Context, 'database'>) =>
  batcher(
    async (memberIds: string[]) => {
      const found = await selectOpenFacts(database, memberIds)
      const byMember = new Map(found.map((bonus) => [bonus.memberId, bonus]))
      return memberIds.map((memberId) => byMember.get(memberId))
    },
    { inFlight: 2 },
  )
