import { randomBytes } from 'node:crypto'
import { fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { Answer, readText, refused } from './answer.ts'
import type { Database } from './database.ts'
import { printedName } from './printed-name.ts'
import { mountCall } from './protocol.ts'
import { cutName, maskAccountNo, styleOf } from './slip-banks.ts'
import { drawSlip, type SlipFacts } from './slip-picture.ts'
import type { World } from './world.ts'

type Made = SlipFacts & { knownAt: Date | null }

/** The slip verifier, and the pictures of slips (rules.md §15, §16). */
export function mountSlips(app: FastifyInstance, { database, clock, faults, secret }: World): void {
  mountCall(app, clock, faults, {
    url: '/slips/look-up',
    secret,
    address: () => ({ target: 'slip', call: 'look-up' }),
    read(_target, body) {
      const bankCode = readText(body, 'bankCode', 10)
      const reference = readText(body, 'reference', 100)
      return {
        async act() {
          // It reads the slips of banks; those of the wallet only the wallet itself can look up.
          if (body.kind === 'truemoney') return answerOf({ status: 'UNSUPPORTED' })
          const made = await findTransfer(database, reference)
          if (!made || styleOf(made.fromBank).qrCode !== bankCode) return answerOf({ status: 'UNKNOWN' })
          if (made.knownAt && made.knownAt > clock.now()) return answerOf({ status: 'PENDING' })
          return answerOf({ status: 'FOUND', ...factsOf(made) })
        },
        // UNKNOWN is the verifier's definite refusal of a slip; an error status would only say that this call
        // failed.
        refuse: async () => answerOf({ status: 'UNKNOWN' }),
      }
    },
  })

  app.get('/api/bank/slips/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const made = await findTransfer(database, name.replace(/\.png$/, ''))
    if (!made) throw refused(404, 'NO_TRANSFER')
    return reply.type('image/png').send(await drawSlip(made))
  })
}

/** An answer with the verifier's number of the inquiry, by which its staff find it again. */
const answerOf = (facts: object): Answer =>
  new Answer(200, { ...facts, inquiry: `VS-${randomBytes(5).toString('hex').toUpperCase()}` })

/** The facts about a transfer, with numbers masked and names shortened as the sending bank shows them. */
function factsOf({ fromBank, fromAccountNo, fromName, toBank, toAccountNo, toName, amountMinor, at }: Made) {
  const party = (bank: string, accountNo: string, name: string) => ({
    bank,
    accountNo: maskAccountNo(fromBank, accountNo),
    name: cutName(fromBank, name),
  })
  return {
    amount: fromMinor(amountMinor),
    at: at.toISOString(),
    from: party(fromBank, fromAccountNo, printedName(fromBank, fromName)),
    to: party(toBank, toAccountNo, toName),
  }
}

async function findTransfer(database: Database, reference: string): Promise<Made | undefined> {
  const [made] = await database.query<Made>(
    `select reference, from_bank as "fromBank", from_account_no as "fromAccountNo", from_name as "fromName",
       to_bank as "toBank", to_account_no as "toAccountNo", to_name as "toName", amount_minor as "amountMinor",
       currency, sent_at as at, known_at as "knownAt"
     from sandbox.bank_transfer where reference = $1`,
    [reference],
  )
  return made
}
