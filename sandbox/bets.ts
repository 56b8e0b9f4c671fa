import { setTimeout as sleep } from 'node:timers/promises'
import type { GameCode } from '@krapao/contract/game.ts'
import { fromMinor, maxAmount } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { Answer, readCursor, refused } from './answer.ts'
import { reportCall } from './fault-names.ts'
import type { Plan } from './protocol.ts'
import { createReports } from './reports.ts'
import type { World } from './world.ts'

/** Games whose providers report no bets: our server sees only their balances. */
export const silentGames: readonly GameCode[] = ['SEXYGAME', 'HUAYHD']

const slowMs = 2_000
/** The most bets in one report. */
const batch = 100
/** The most bets in one answer. */
const maxPage = 500

interface Row {
  id: number
  username: string
  product: string
  currency: string
  stake_minor: number
  win_minor: number
  created_at: Date
  placed_at: Date | null
  status: 'settled' | 'void' | 'corrected'
  name: string | null
  corrects: string | null
}

const columns = 'b.*, a.currency from sandbox.bet b join sandbox.account a using (game, username)'

/** A bet that was played at once was placed when it was settled. */
const wireBet = (bet: Row) => ({
  id: bet.name ?? String(bet.id),
  username: bet.username,
  product: bet.product,
  currency: bet.currency,
  stake: fromMinor(bet.stake_minor),
  win: fromMinor(bet.win_minor),
  placedAt: bet.status === 'corrected' ? undefined : (bet.placed_at ?? bet.created_at).toISOString(),
  settledAt: bet.created_at.toISOString(),
  status: bet.status,
  corrects: bet.corrects ?? undefined,
})

/** A report whose first bet has a stake a million times as large. The game's books have the right one. */
function withHugeStake(text: string): string {
  const { code, bets } = JSON.parse(text) as { code: string; bets: ReturnType<typeof wireBet>[] }
  const [first, ...others] = bets
  if (!first) return text
  const stake = Math.min(Math.round(first.stake * 1_000_000), maxAmount)
  return JSON.stringify({ code, bets: [{ ...first, stake }, ...others] })
}

/** Returns the bets after a cursor, which is the id of the last bet of the page before (rules.md §4.6). */
export function planBets({ database }: World, code: GameCode, body: Record<string, unknown>): Plan {
  const after = readCursor(body, 'after')
  const { limit } = body
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > maxPage) {
    throw refused(400, 'INVALID_REQUEST', { field: 'limit', reason: `a whole number from 1 to ${maxPage}` })
  }
  const refusal = (reason: string) => new Answer(422, { status: 'REFUSED', reason })
  return {
    refuse: async () => refusal('PROVIDER_REFUSED'),
    async act() {
      if (silentGames.includes(code)) return refusal('NO_BETS')
      const rows = await database.query<Row>(
        `select ${columns} where b.game = $1 and b.id > $2 order by b.id limit $3`,
        [code, after, limit + 1],
      )
      const page = rows.slice(0, limit)
      const cursor = String(page.at(-1)?.id ?? (after || ''))
      return new Answer(200, { bets: page.map(wireBet), cursor, hasMore: rows.length > limit })
    },
  }
}

/**
 * Reports settled bets to our server, simultaneous ones in one report. Bets that our server has not accepted
 * after ten attempts are reported together with the next bet of the game; until then our server finds them by
 * its own queries.
 */
export function createBetReports(app: FastifyInstance, world: World) {
  const { database, faults } = world
  const reports = createReports(app, world)
  const reporting = new Set<GameCode>()
  /** Games with a bet that the running report may not include. */
  const fresh = new Set<GameCode>()

  /** Reports all unreported bets of a game. @returns whether our server accepted all of them */
  async function report(code: GameCode): Promise<boolean> {
    for (;;) {
      fresh.delete(code)
      const rows = await database.query<Row>(
        `select ${columns} where b.game = $1 and not b.reported order by b.id limit ${batch}`,
        [code],
      )
      if (rows.length === 0) {
        if (fresh.has(code)) continue
        reporting.delete(code)
        return true
      }
      if (!(await deliver(code, JSON.stringify({ code, bets: rows.map(wireBet) })))) return false
      await database.query('update sandbox.bet set reported = true where id = any($1::bigint[])', [
        rows.map(({ id }) => id),
      ])
    }
  }

  /** Sends one report, with the fault that is set for it. @returns false if the report has to be repeated */
  async function deliver(code: GameCode, text: string): Promise<boolean> {
    const send = async (body = text) => (await reports.send(`/hooks/game/${code}`, body)).delivered
    switch (await faults.take(code, reportCall)) {
      case 'slow':
        await sleep(slowMs)
        return send()
      // The report arrives, but our server's answer is lost.
      case 'timeout-applied':
        await send()
        return false
      case 'timeout-lost':
      case 'refuse':
      case 'error':
      case 'throttled':
        return false
      case 'garbage':
        return send(text.slice(0, text.length / 2))
      case 'huge-stake':
        return send(withHugeStake(text))
      case 'duplicate':
        return (await Promise.all([send(), send()])).every((isTaken) => isTaken)
      default:
        return send()
    }
  }

  return {
    /** Starts reporting the unreported bets of a game, in the background. */
    note(code: GameCode): void {
      fresh.add(code)
      if (silentGames.includes(code) || reporting.has(code) || !world.server()) return
      reporting.add(code)
      reports.again(() => report(code)).finally(() => reporting.delete(code))
    },
  }
}
