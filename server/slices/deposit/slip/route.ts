import fastifyMultipart from '@fastify/multipart'
import { fromMinor } from '@krapao/contract/money.ts'
import { getSlipUrl } from '@krapao/contract/slices/deposit/slip/get-slip-url.ts'
import { listSlips } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import { uploadSlip } from '@krapao/contract/slices/deposit/slip/upload-slip.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Context } from '../../context.ts'
import { createSlipJob } from './job.ts'
import { findSlipFile, type OwnCredit, selectOwnCredits, selectSlips } from './list-store.ts'
import { createSlipReader } from './reader.ts'
import { slipDesk } from './review.ts'
import { takeUpload } from './upload.ts'

/** Bank slips (rules.md §5.1). */
export async function mountSlips(app: FastifyInstance, context: Context): Promise<void> {
  const { db, gate, files } = context
  const reader = createSlipReader()
  const job = createSlipJob(context, reader)
  context.jobs.sweep('slips', 2, job.sweep)
  context.desk.add(slipDesk(context))
  // Before the requests end: those that wait for their turn would keep the server from ending.
  app.addHook('preClose', reader.close)
  app.addHook('onClose', job.settled)

  // Forms with files are read here and nowhere else.
  await app.register(async (scope) => {
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
    mount(scope, gate, uploadSlip, async ({ caller, request }) => {
      const slipId = await takeUpload(context, reader, caller.memberId, request)
      job.kick(slipId)
      return { slipId }
    })
  })

  mount(app, gate, listSlips, async ({ caller, body: { page, limit } }) => {
    const { total, slips } = await selectSlips(db, caller.memberId, { offset: (page - 1) * limit, limit })
    const duplicates = slips.filter(({ note }) => note === 'SLIP_REFNO_DUPLICATED').map(({ id }) => id)
    const credits = await selectOwnCredits(db, caller.memberId, duplicates)
    return {
      total,
      slips: slips.map((slip) => ({
        _id: slip.id,
        createdAt: slip.createdAt.toISOString(),
        amount: fromMinor(slip.amountMinor ?? 0),
        status: slip.status,
        note: slip.note,
        link: slip.file && files.link(slip.file),
        reference: slip.reference,
        byStaff: slip.status === 'PENDING' && slip.deskReason === 'NOT_VERIFIABLE' ? slip.bankCode : null,
        credited: creditedOf(credits.get(slip.id)),
      })),
    }
  })

  mount(app, gate, getSlipUrl, async ({ caller, params }) => {
    const file = await findSlipFile(db, caller.memberId, params.reference)
    if (file === undefined) throw new Refusal('NO_DATA')
    return { url: files.link(file) }
  })

  // A fresh link is enough to see the picture: its owner and operators are given one (rules.md §5.1).
  app.get('/files/slip/:name', { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const { expires = '', signature = '' } = request.query as { expires?: unknown; signature?: unknown }
    const file = `slip/${name}`
    const picture = files.isLinked(file, String(expires), String(signature))
      ? await files.read(file)
      : undefined
    if (!picture) throw new Refusal('NO_DATA')
    return reply
      .headers({
        'content-type': 'image/jpeg',
        'content-disposition': 'inline',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .send(picture)
  })
}

const creditedOf = (credit: OwnCredit | undefined) =>
  credit ? { amount: fromMinor(credit.amountMinor), at: credit.at.toISOString() } : null
