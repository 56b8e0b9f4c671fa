import { randomBytes } from 'node:crypto'
import { fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { Answer, readAmountMinor, readCurrency, readJson, readText, refused } from './answer.ts'
import type { singles } from './fault-names.ts'
import { mountCall } from './protocol.ts'
import type { World } from './world.ts'
import { phoneInFeed } from './written-numbers.ts'

const shown = 20
const hidden = { schema: { hide: true } }

interface Redemption {
  status: 'REDEEMED' | 'REFUSED'
  reason: string | null
  amount_minor: number | null
}

/** The payment wallet that creates and redeems gift links (rules.md §15, §16). */
export function mountGifts(app: FastifyInstance, world: World): void {
  const { database, clock, faults, secret } = world
  const address = (call: (typeof singles.gift)[number]) => () => ({ target: 'gift', call })

  mountCall(app, clock, faults, {
    url: '/gifts/inspect',
    secret,
    address: address('inspect'),
    read(_target, body) {
      const code = codeOf(readText(body, 'link', 500))
      return {
        async act() {
          const [gift] = await database.query<{
            amount_minor: number
            currency: string
            phone: string
            redeemed_by: string | null
          }>('select amount_minor, currency, phone, redeemed_by from sandbox.gift where code = $1', [code])
          if (!gift) return refusal('NO_GIFT')
          if (gift.redeemed_by !== null) return refusal('TAKEN')
          return new Answer(200, {
            status: 'FOUND',
            amount: fromMinor(gift.amount_minor),
            currency: gift.currency,
            fromPhone: phoneInFeed(gift.phone, code),
          })
        },
        refuse: async () => refusal('EXPIRED'),
      }
    },
  })

  /**
   * Decides a redemption, once per id. `refuseFor`: the reason to refuse it, unless it is decided already.
   */
  async function decide(
    giftId: string,
    code: string,
    walletNo: string,
    refuseFor: string | null,
  ): Promise<Answer> {
    const [decided] = await database.query<Redemption>(
      'select * from sandbox.decide_redemption($1, $2, $3, $4, $5)',
      [giftId, code, walletNo, clock.now(), refuseFor],
    )
    return answerOf(decided as Redemption)
  }

  mountCall(app, clock, faults, {
    url: '/gifts/redeem',
    secret,
    address: address('redeem'),
    read(_target, body) {
      const giftId = readText(body, 'giftId', 60)
      const code = codeOf(readText(body, 'link', 500))
      const walletNo = readText(body, 'walletNo', 40)
      return {
        act: () => decide(giftId, code, walletNo, null),
        refuse: () => decide(giftId, code, walletNo, 'EXPIRED'),
      }
    },
  })

  mountCall(app, clock, faults, {
    url: '/gifts/status',
    secret,
    address: address('status'),
    read(_target, body) {
      const giftId = readText(body, 'giftId', 60)
      const act = async () => {
        const [known] = await database.query<Redemption>(
          'select status, reason, amount_minor from sandbox.gift_redemption where gift_id = $1',
          [giftId],
        )
        return known ? answerOf(known) : new Answer(200, { status: 'UNKNOWN' })
      }
      // Only this query is refused; the answer says nothing about the redemption.
      return { act, refuse: async () => refused(403, 'NOT_NOW') }
    },
  })

  app.post('/api/gifts', hidden, async (request): Promise<{ link: string }> => {
    const body = readJson((request.body as string | undefined) ?? '')
    const amountMinor = readAmountMinor(body, 'amount')
    const currency = readCurrency(body)
    const phone = readText(body, 'phone', 20)
    const code = randomBytes(12).toString('base64url')
    await database.query(
      'insert into sandbox.gift (code, amount_minor, currency, phone, created_at) values ($1, $2, $3, $4, $5)',
      [code, amountMinor, currency, phone, clock.now()],
    )
    return { link: linkOf(code) }
  })

  app.get('/api/gifts', hidden, async () => {
    const rows = await database.query<{ code: string; amount_minor: number; redeemedAt: Date | null }>(
      `select code, amount_minor, currency, phone, redeemed_at as "redeemedAt", created_at as "createdAt" from sandbox.gift
       order by created_at desc, code limit ${shown}`,
    )
    return rows.map(({ code, amount_minor, ...row }) => ({
      ...row,
      link: linkOf(code),
      amount: fromMinor(amount_minor),
    }))
  })
}

const linkOf = (code: string): string => `https://gift.wallet.example/campaign/?v=${code}`
const codeOf = (link: string): string => (URL.canParse(link) && new URL(link).searchParams.get('v')) || 'none'

const refusal = (reason: string): Answer => new Answer(422, { status: 'REFUSED', reason })

const answerOf = ({ status, reason, amount_minor }: Redemption): Answer =>
  status === 'REDEEMED'
    ? new Answer(200, { status, amount: fromMinor(amount_minor ?? 0) })
    : refusal(reason ?? 'REFUSED')
