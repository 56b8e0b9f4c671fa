import { randomBytes } from 'node:crypto'
import type { GameCode } from '@krapao/contract/game.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAmountMinor, readChoice, readJson, readText, readTime, refused } from './answer.ts'
import type { World } from './world.ts'

/** What the calls need of the games. */
interface Games {
  productOf(code: GameCode): string
  /** @throws Answer 404 NO_GAME */
  gameOf(request: FastifyRequest): GameCode
  /** In baht or kip. @throws Answer 404 NO_ACCOUNT */
  balanceOf(code: GameCode, username: string): Promise<number>
  /** Has the unreported bets of a game reported. */
  note(code: GameCode): void
}

/**
 * Bets whose outcome is not known when they are placed: a match to come, a ticket that was bought. They are
 * settled later, void, or corrected once they were settled (rules.md §16).
 */
export function mountOpenBets(
  app: FastifyInstance,
  { database, clock }: World,
  { productOf, gameOf, balanceOf, note }: Games,
): void {
  const hidden = { schema: { hide: true } }
  const bodyOf = (request: FastifyRequest) => readJson((request.body as string | undefined) ?? '')

  app.put('/api/games/:code/bets', hidden, async (request) => {
    const code = gameOf(request)
    const body = bodyOf(request)
    const username = readText(body, 'username')
    const id = `o${randomBytes(9).toString('hex')}`
    const placedAt = readTime(body, 'placedAt', clock.now())
    const [row] = await database.query<{ opened: boolean }>(
      'select sandbox.open_bet($1, $2, $3, $4, $5) as opened',
      [id, code, username, readAmountMinor(body, 'stake'), placedAt],
    )
    const balance = await balanceOf(code, username)
    if (!row?.opened) throw refused(422, 'INSUFFICIENT', { balance })
    return { id, balance }
  })

  app.post('/api/games/:code/bets/:id', hidden, async (request) => {
    const code = gameOf(request)
    const { id } = request.params as { id: string }
    const body = bodyOf(request)
    const status = readChoice(body, 'status', ['settled', 'void', 'corrected'])
    const winMinor = status === 'void' ? 0 : readAmountMinor(body, 'win', 0)
    const correction = `c${randomBytes(9).toString('hex')}`
    const [row] = await database.query<{ outcome: string }>(
      'select sandbox.end_bet($1, $2, $3, $4, $5, $6, $7) as outcome',
      [code, id, productOf(code), winMinor, status, correction, clock.now()],
    )
    if (row?.outcome === 'unknown') throw refused(404, 'NO_BET')
    if (row?.outcome === 'settled') throw refused(409, 'SETTLED')
    if (row?.outcome === 'insufficient') throw refused(422, 'INSUFFICIENT')
    note(code)
    return {}
  })
}
