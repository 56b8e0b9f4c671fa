import { formsOf } from '@krapao/contract/phone.ts'
import type { FastifyInstance } from 'fastify'
import { Answer, readText, refused } from './answer.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Faults } from './faults.ts'
import { mountCall } from './protocol.ts'
import type { Sms } from './wire.ts'

const shown = 100

/** The SMS gateway, and the list of its messages for the phone on the page (rules.md §16). */
export function mountSms(
  app: FastifyInstance,
  { database, clock, faults, secret }: { database: Database; clock: Clock; faults: Faults; secret: string },
): void {
  mountCall(app, clock, faults, {
    url: '/sms/messages',
    secret,
    address: () => ({ target: 'sms', call: 'messages' }),
    read(_target, body) {
      const values = [
        readText(body, 'phone', 32),
        readText(body, 'text', 1000),
        // Not every message has a code.
        body.otpRef === undefined ? '' : readText(body, 'otpRef', 32),
        body.code === undefined ? '' : readText(body, 'code', 32),
      ]
      return {
        async act() {
          await database.query(
            'insert into sandbox.message (phone, text, otp_ref, code, created_at) values ($1, $2, $3, $4, $5)',
            [...values, clock.now()],
          )
          return new Answer(202, {})
        },
        refuse: async () => refused(422, 'NUMBER_REFUSED'),
      }
    },
  })

  // Without `phone`, which may be in any spelling, the list has the latest messages to all numbers.
  app.get('/api/sms', { schema: { hide: true } }, async (request): Promise<Sms[]> => {
    const { phone } = request.query as { phone?: string }
    const rows = await database.query<Omit<Sms, 'createdAt'> & { createdAt: Date }>(
      `select phone, text, otp_ref as "otpRef", code, created_at as "createdAt" from sandbox.message
       where $1::text[] is null or phone = any($1) order by id desc limit ${shown}`,
      [phone ? [phone, ...formsOf(phone)] : null],
    )
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  })
}
