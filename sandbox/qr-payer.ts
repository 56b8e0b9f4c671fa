import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { Answer, readAmountMinor, readJson, readText, readTime, refused } from './answer.ts'
import type { Fault } from './fault-names.ts'
import { type Answered, createReports } from './reports.ts'
import { readPayer } from './said-payer.ts'
import type { World } from './world.ts'

const shown = 20
const maxTimes = 100
const slowMs = 2_000
const hidden = { schema: { hide: true } }

interface Code {
  gateway: string
  payment_id: string
  amount_minor: number
}

/** A payment of a QR code; `text`: the body of the gateway's report. */
interface Payment {
  gateway: string
  eventId: string
  text: string
}

/**
 * A customer's bank app: pays a QR code, which the gateway then reports (rules.md §16). As with real codes, a
 * code can be paid late, twice, or with another amount. `times` in a request is the number of reports of one
 * payment, and `payer` the account that it is paid from, of which the gateway says what it is used to say.
 */
export function mountPayer(app: FastifyInstance, world: World): void {
  const { database, clock } = world
  const reports = createReports(app, world)

  /** Sends one report of a payment and stores our server's answer. */
  async function report({ gateway, eventId, text }: Payment, sent = text): Promise<Answered> {
    const answered = await reports.send(`/hooks/payment/${gateway}`, sent)
    // A report that was accepted stays accepted, whatever the answer to a repetition is.
    await database.query(
      `update sandbox.qr_payment set reports = reports + 1, delivered = delivered or $2,
         answer = case when delivered then answer else $3 end where event_id = $1`,
      [eventId, answered.delivered, answered.answer],
    )
    return answered
  }

  /** Reports a payment with the gateway's fault, and repeats the report until our server accepts it. */
  async function deliver(payment: Payment, times: number, fault: Fault | null): Promise<Answered> {
    const untilTaken = () => reports.again(async () => (await report(payment)).delivered)
    // The first report is lost, so our server receives only the next one.
    if (fault === 'timeout-lost') {
      untilTaken()
      return { delivered: false, answer: 'NO_ANSWER' }
    }
    if (fault === 'slow') await sleep(slowMs)
    if (fault === 'garbage') await report(payment, payment.text.slice(0, payment.text.length / 2))
    const copies = fault === 'duplicate' ? Math.max(times, 2) : times
    const all = await Promise.all(Array.from({ length: copies }, () => report(payment)))
    const taken = all.find(({ delivered }) => delivered)
    // With `timeout-applied` our server's answer is lost, so the gateway reports again.
    if (!taken || fault === 'timeout-applied') untilTaken()
    return taken ?? (all[0] as Answered)
  }

  app.post('/api/qr/pay', hidden, async (request) => {
    const body = readJson((request.body as string | undefined) ?? '')
    const { times = 1 } = body
    if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > maxTimes) {
      throw refused(400, 'INVALID_REQUEST', {
        field: 'times',
        reason: `a whole number from 1 to ${maxTimes}`,
      })
    }
    const paidAt = readTime(body, 'at', clock.now())
    const code = await findCode(body)
    const said = readPayer(body, code.gateway)
    const amountMinor = body.amount === undefined ? code.amount_minor : readAmountMinor(body, 'amount')
    const [taken] = await database.query<{ fault: Fault | null }>(
      'select sandbox.take_fault($1, $2) as fault',
      [code.gateway, 'pay'],
    )
    const fault = taken?.fault ?? null
    if (fault === 'refuse') throw refused(422, 'PAYMENT_REFUSED')
    if (fault === 'error') throw refused(500, 'OUT_OF_ORDER')

    const eventId = `${code.gateway}-${randomBytes(9).toString('hex')}`
    await database.query(
      `insert into sandbox.qr_payment (event_id, gateway, payment_id, amount_minor, paid_at, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [eventId, code.gateway, code.payment_id, amountMinor, paidAt, clock.now()],
    )
    const textWith = (payer: object | undefined) =>
      JSON.stringify({
        provider: code.gateway,
        paymentId: code.payment_id,
        eventId,
        status: 'PAID',
        amount: fromMinor(amountMinor),
        paidAt: paidAt.toISOString(),
        payer,
      })
    const payment = { gateway: code.gateway, eventId, text: textWith(said.first) }
    const answered = await deliver(payment, times, fault)
    if (said.repeated !== said.first) await report(payment, textWith(said.repeated))
    return { eventId, ...answered }
  })

  /** @throws Answer 404 NO_CODE */
  async function findCode(body: Record<string, unknown>): Promise<Code> {
    const byText = body.payload !== undefined
    const value = byText ? readText(body, 'payload', 512) : readText(body, 'qrcodeId', 60)
    const [code] = await database.query<Code>(
      `select gateway, payment_id, amount_minor from sandbox.qr_code
       where ${byText ? 'payload' : 'payment_id'} = $1`,
      [value],
    )
    if (!code) throw new Answer(404, { message: 'NO_CODE' })
    return code
  }

  // The latest codes, newest first, each with its payments, oldest first.
  app.get('/api/qr', hidden, async () => {
    const rows = await database.query<{ amount_minor: number; payments: { amount_minor: number }[] }>(
      `select c.payment_id as "qrcodeId", c.gateway, c.amount_minor, c.currency, c.payload, c.cancelled,
         c.expires_at as "expiresAt", c.created_at as "createdAt",
         coalesce((select json_agg(json_build_object('eventId', p.event_id, 'amount_minor', p.amount_minor,
             'paidAt', p.paid_at, 'reports', p.reports, 'delivered', p.delivered, 'answer', p.answer)
             order by p.created_at)
           from sandbox.qr_payment p where p.gateway = c.gateway and p.payment_id = c.payment_id), '[]') as payments
       from sandbox.qr_code c order by c.created_at desc, c.payment_id limit ${shown}`,
    )
    const inMajorUnits = <T extends { amount_minor: number }>({ amount_minor, ...rest }: T) => ({
      ...rest,
      amount: fromMinor(amount_minor),
    })
    return rows.map((row) => ({ ...inMajorUnits(row), payments: row.payments.map(inMajorUnits) }))
  })
}
