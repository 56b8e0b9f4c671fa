import { askBetDayClosing } from '@krapao/contract/slices/game/bets/ask-bet-day-closing.ts'
import { listBetDays } from '@krapao/contract/slices/game/bets/list-bet-days.ts'
import { reportBets } from '@krapao/contract/slices/game/bets/report-bets.ts'
import type { FastifyInstance } from 'fastify'
import { readBet } from '../../../adapters/game/port.ts'
import { transaction } from '../../../platform/database.ts'
import { mount, mountHook } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { selectProviders } from '../store.ts'
import { catchUpBets } from './ask.ts'
import { askClosing, closingDesk } from './closing.ts'
import { applyWaiting } from './corrections.ts'
import { plausibleNow, takeReported } from './held.ts'
import { listDays } from './list-days.ts'
import { partsOf, resolveBets } from './record.ts'
import { betDesk } from './review.ts'

/** Settled bets: reported by the providers, and asked for where a report is missed (rules.md §4.6). */
export function mountBets(app: FastifyInstance, context: Context): void {
  mountHook(app, reportBets, context, async ({ params: { code }, body }) => {
    if (body.code !== code) {
      throw new Refusal('DEST_ACC_INVALID', { fields: [{ field: 'code', reason: 'path' }] })
    }
    const provider = (await selectProviders(context.db)).find((known) => known.code === code)
    if (!provider) throw new Refusal('NO_DATA')
    // Its play results count already.
    if (!provider.reportsBets) throw new Refusal('FORBIDDEN')
    const settled = body.bets.map((bet, i) => {
      const read = readBet(bet)
      if (!('field' in read)) return read
      const { field, reason } = read
      throw new Refusal('INVALID_REQUEST', { fields: [{ field: `bets/${i}/${field}`, reason }] })
    })
    const { bets, unknown } = await resolveBets(context, provider.code, settled)
    const plausible = await plausibleNow(context)
    const sum = { stored: 0, known: 0, contradicted: 0, unknown }
    // When one part fails, the others are known as soon as the provider reports again.
    for (const part of partsOf(bets)) {
      const { stored, known, contradicted } = await transaction(context.db, (tx) =>
        takeReported(context, tx, part, { source: 'report', plausible }),
      )
      sum.stored += stored
      sum.known += known
      sum.contradicted += contradicted
    }
    return sum
  })

  context.jobs.sweep('catch-up-bets', 5, (stopping) => catchUpBets(context, stopping))
  context.jobs.sweep('correct-bets', 30, () => applyWaiting(context))
  context.desk.add(betDesk(context))
  context.desk.add(closingDesk(context))

  mount(app, context.gate, listBetDays, ({ query }) => listDays(context, query.before))
  mount(app, context.gate, askBetDayClosing, ({ caller, params: { day }, body }) =>
    askClosing(context, caller, { day, ...body }),
  )
}
