import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type GameCategory, type GameCode, gameCodes } from '@krapao/contract/game.ts'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  Answer,
  readAmountMinor,
  readChoice,
  readCurrency,
  readJson,
  readText,
  readTime,
  refused,
} from './answer.ts'
import { createBetReports, planBets } from './bets.ts'
import { addSeconds } from './clock.ts'
import type { Database } from './database.ts'
import { gameCalls } from './fault-names.ts'
import { playRound } from './luck.ts'
import { mountOpenBets } from './open-bets.ts'
import { mountCall, type Plan } from './protocol.ts'
import type { Account, Game, PlayedRound } from './wire.ts'
import type { World } from './world.ts'

/** The kind of game that each provider offers in the sandbox. */
export const categories: Record<GameCode, GameCategory> = {
  JOKER: 'slot',
  SEXYGAME: 'sport',
  BETFLIX: 'sport',
  ASKMEBET: 'sport',
  UFABET: 'sport',
  SUPERSLOT: 'slot',
  PG: 'slot',
  SLOTXO: 'slot',
  IMI: 'sport',
  USUN: 'lotto',
  AREASLOT: 'slot',
  CIRCUS: 'slot',
  SLOTRACHA: 'slot',
  PGSLOT: 'slot',
  JOKER2: 'slot',
  HUAYHD: 'lotto',
}

type GameCall = (typeof gameCalls)[number]

const ticketSeconds = 12 * 3600
const betsShown = 20

/** Sixteen game providers: their calls for our server, and the games for people (rules.md §15, §16). */
export function mountGames(app: FastifyInstance, world: World): void {
  for (const call of gameCalls) {
    mountCall(app, world.clock, world.faults, {
      url: `/games/:code/${call}`,
      secret: world.secret,
      address: (params) => ({ target: readCode(params.code), call }),
      read: (target, body, here) => protocol[call](world, target as GameCode, body, here),
    })
  }
  mountPublic(app, world)
}

// ── protocol
// ────────────────────────────────────────────────────────────────────────────────────────────────────────

const refuse = async () => refusal('PROVIDER_REFUSED')
const refusal = (reason: string) => new Answer(422, { status: 'REFUSED', reason })

const protocol: Record<
  GameCall,
  (world: World, code: GameCode, body: Record<string, unknown>, here: string) => Plan
> = {
  'open-account'({ database, clock }, code, body) {
    const username = readText(body, 'username')
    const currency = readCurrency(body)
    return {
      refuse,
      async act() {
        // The update changes nothing, but makes the statement return the existing account for a known
        // username, also when two calls arrive at once.
        const [account] = await database.query<{ username: string; password: string }>(
          `insert into sandbox.account (game, username, password, currency, created_at) values ($1, $2, $3, $4, $5)
           on conflict (game, username) do update set username = excluded.username returning username, password`,
          [code, username, newPassword(), currency, clock.now()],
        )
        return new Answer(200, { ...account })
      },
    }
  },

  'reset-password'({ database }, code, body) {
    const username = readText(body, 'username')
    return {
      refuse,
      async act() {
        const [account] = await database.query<{ username: string; password: string }>(
          `update sandbox.account set password = $3 where game = $1 and username = $2 returning username, password`,
          [code, username, newPassword()],
        )
        return account ? new Answer(200, { ...account }) : refusal('NO_ACCOUNT')
      },
    }
  },

  balance({ database }, code, body) {
    const username = readText(body, 'username')
    return {
      refuse,
      async act() {
        const [account] = await database.query<{ balance_minor: number }>(
          'select balance_minor from sandbox.account where game = $1 and username = $2',
          [code, username],
        )
        return account
          ? new Answer(200, { balance: fromMinor(account.balance_minor) })
          : refusal('NO_ACCOUNT')
      },
    }
  },

  transfer({ database, clock }, code, body) {
    const order = [
      readText(body, 'transferId', 128),
      readText(body, 'username'),
      readChoice(body, 'direction', ['in', 'out']),
      readAmountMinor(body, 'amount'),
    ]
    /**
     * Decides a transfer, once per id. `refuseFor`: the reason to refuse it, unless it is decided already.
     */
    const decide = async (refuseFor: string | null): Promise<Answer> => {
      const [decided] = await database.query<{ status: string; reason: string; balance_minor: number }>(
        'select * from sandbox.decide_transfer($1, $2, $3, $4, $5, $6, $7)',
        [code, ...order, clock.now(), refuseFor],
      )
      if (decided?.status === 'SUCCESS') {
        return new Answer(200, { status: 'SUCCESS', balance: fromMinor(decided.balance_minor) })
      }
      if (decided?.reason === 'CONFLICT') return new Answer(409, { status: 'REFUSED', reason: 'CONFLICT' })
      return refusal(decided?.reason ?? 'PROVIDER_REFUSED')
    }
    return { act: () => decide(null), refuse: () => decide('PROVIDER_REFUSED') }
  },

  'transfer-status'({ database }, code, body) {
    const transferId = readText(body, 'transferId', 128)
    return {
      // Not `status: REFUSED`, which would say that the transfer was refused; only this query is refused.
      refuse: async () => refused(422, 'CALL_REFUSED'),
      async act() {
        const [known] = await database.query<{ status: string; reason: string | null }>(
          'select status, reason from sandbox.transfer where game = $1 and transfer_id = $2',
          [code, transferId],
        )
        if (!known) return new Answer(200, { status: 'UNKNOWN' })
        return new Answer(200, { status: known.status, ...(known.reason && { reason: known.reason }) })
      },
    }
  },

  bets: planBets,

  login({ database, clock }, code, body, here) {
    const username = readText(body, 'username')
    const password = readText(body, 'password', 128)
    return {
      refuse,
      async act() {
        const [account] = await database.query<{ password: string }>(
          'select password from sandbox.account where game = $1 and username = $2',
          [code, username],
        )
        if (!account) return refusal('NO_ACCOUNT')
        if (account.password !== password) return refusal('WRONG_PASSWORD')
        return new Answer(200, { link: `${here}${await newLink({ database, clock }, code, username)}` })
      },
    }
  },
}

/** A password as such providers give them: six letters that are hard to confuse, and four digits. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz'
  const word = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('')
  return `${word}${randomInt(1000, 10_000)}`
}

/** Creates a ticket for a game. @returns path and query of the game's page, relative to the sandbox */
async function newLink(
  { database, clock }: Pick<World, 'database' | 'clock'>,
  code: GameCode,
  username: string,
) {
  const ticket = randomBytes(32).toString('base64url')
  const now = clock.now()
  await database.query('delete from sandbox.ticket where expires_at < $1', [now])
  await database.query(
    'insert into sandbox.ticket (hash, game, username, expires_at) values ($1, $2, $3, $4)',
    [hash(ticket), code, username, addSeconds(now, ticketSeconds)],
  )
  return `/play/${code}?ticket=${ticket}`
}

const hash = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

function readCode(code: string | undefined): GameCode {
  const known = gameCodes.find((name) => name === code)
  if (!known) throw refused(404, 'NO_GAME', { games: gameCodes })
  return known
}

// ── calls of people and tests
// ───────────────────────────────────────────────────────────────────────────────────────

function mountPublic(app: FastifyInstance, world: World): void {
  const { database, clock } = world
  const reports = createBetReports(app, world)
  const hidden = { schema: { hide: true } }
  const codeOf = (request: FastifyRequest) => readCode((request.params as { code?: string }).code)

  /** Settles a bet. @returns the new balance @throws Answer 422 INSUFFICIENT, 404 NO_ACCOUNT */
  async function settle(
    code: GameCode,
    username: string,
    stakeMinor: number,
    winMinor: number,
  ): Promise<number> {
    const [row] = await database.query<{ balance: number | null }>(
      'select sandbox.settle_bet($1, $2, $3, $4, $5, $6) as balance',
      [code, username, categories[code], stakeMinor, winMinor, clock.now()],
    )
    if (row && row.balance !== null) {
      reports.note(code)
      return fromMinor(row.balance)
    }
    const account = await findAccount(database, code, username)
    throw account ? refused(422, 'INSUFFICIENT', { balance: account.balance }) : refused(404, 'NO_ACCOUNT')
  }

  /** The username of the account to which the request's ticket belongs. @throws Answer 401 TICKET_INVALID */
  async function enter(request: FastifyRequest, code: GameCode): Promise<string> {
    const [, ticket = ''] = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '') ?? []
    const [row] = await database.query<{ username: string }>(
      'select username from sandbox.ticket where hash = $1 and game = $2 and expires_at > $3',
      [hash(ticket), code, clock.now()],
    )
    if (!row) throw refused(401, 'TICKET_INVALID')
    return row.username
  }

  async function account(code: GameCode, username: string): Promise<Account> {
    const found = await findAccount(database, code, username)
    if (!found) throw refused(404, 'NO_ACCOUNT')
    return found
  }

  app.post('/api/games/:code/play', hidden, async (request) => {
    const code = codeOf(request)
    const body = readJson((request.body as string | undefined) ?? '')
    const stake = readAmountMinor(body, 'stake', 0)
    return { balance: await settle(code, readText(body, 'username'), stake, readAmountMinor(body, 'win', 0)) }
  })

  // A bet that nobody played. A provider with a fault reports such bets, or a stranger who has its secret.
  app.post('/api/games/:code/bets', hidden, async (request) => {
    const code = codeOf(request)
    const body = readJson((request.body as string | undefined) ?? '')
    const [row] = await database.query<{ claimed: boolean }>(
      'select sandbox.claim_bet($1, $2, $3, $4, $5, $6) as claimed',
      [
        code,
        readText(body, 'username'),
        categories[code],
        readAmountMinor(body, 'stake', 0),
        readAmountMinor(body, 'win', 0),
        readTime(body, 'settledAt', clock.now()),
      ],
    )
    if (!row?.claimed) throw refused(404, 'NO_ACCOUNT')
    reports.note(code)
    return {}
  })

  mountOpenBets(app, world, {
    productOf: (code) => categories[code],
    gameOf: codeOf,
    balanceOf: async (code, username) => (await account(code, username)).balance,
    note: reports.note,
  })

  app.get('/api/games/:code/accounts/:username', hidden, (request) =>
    account(codeOf(request), (request.params as { username: string }).username),
  )

  // For the lobby: all providers with their latest accounts. Nothing in the sandbox is secret, so no login is
  // needed.
  app.get('/api/games', hidden, async (): Promise<Game[]> => {
    const rows = await database.query<{
      game: string
      username: string
      currency: Currency
      balance_minor: number
      accounts: number
    }>(
      `select game, username, currency, balance_minor, accounts from (
         select a.*, row_number() over latest as place, count(*) over (partition by game) as accounts
         from sandbox.account a window latest as (partition by game order by created_at desc, username)
       ) numbered where place <= 3 order by game, place`,
    )
    return gameCodes.map((code) => {
      const latest = rows.filter(({ game }) => game === code)
      return {
        code,
        category: categories[code],
        accounts: latest[0]?.accounts ?? 0,
        latest: latest.map(({ username, currency, balance_minor }) => ({
          username,
          currency,
          balance: fromMinor(balance_minor),
        })),
      }
    })
  })

  // For people who open a game on the page, without a link of our server.
  app.post('/api/games/:code/tickets', hidden, async (request) => {
    const code = codeOf(request)
    const username = readText(readJson((request.body as string | undefined) ?? ''), 'username')
    await account(code, username)
    return { link: `${app.prefix}${await newLink(world, code, username)}` }
  })

  app.get('/api/games/:code/session', hidden, async (request) => {
    const code = codeOf(request)
    return { category: categories[code], ...(await account(code, await enter(request, code))) }
  })

  app.post('/api/games/:code/rounds', hidden, async (request): Promise<PlayedRound> => {
    const code = codeOf(request)
    const username = await enter(request, code)
    const body = readJson((request.body as string | undefined) ?? '')
    const stakeMinor = readAmountMinor(body, 'stake')
    const round = playRound(categories[code], stakeMinor, body.choice)
    const balance = await settle(code, username, stakeMinor, round.winMinor)
    return { show: round.show, stake: fromMinor(stakeMinor), win: fromMinor(round.winMinor), balance }
  })
}

async function findAccount(
  database: Database,
  code: GameCode,
  username: string,
): Promise<Account | undefined> {
  const [found] = await database.query<{ currency: Currency; balance_minor: number }>(
    'select currency, balance_minor from sandbox.account where game = $1 and username = $2',
    [code, username],
  )
  if (!found) return undefined
  const bets = await database.query<{
    product: string
    stake_minor: number
    win_minor: number
    created_at: Date
  }>(
    `select product, stake_minor, win_minor, created_at from sandbox.bet
     where game = $1 and username = $2 order by id desc limit ${betsShown}`,
    [code, username],
  )
  return {
    username,
    currency: found.currency,
    balance: fromMinor(found.balance_minor),
    bets: bets.map((bet) => ({
      product: bet.product,
      stake: fromMinor(bet.stake_minor),
      win: fromMinor(bet.win_minor),
      createdAt: bet.created_at.toISOString(),
    })),
  }
}
