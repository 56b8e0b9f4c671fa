import fastifyMultipart from '@fastify/multipart'
import * as contract from '@krapao/contract/endpoints.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'
import { slipDesk } from './slip-desk.ts'
import { createSlipJob } from './slip-job.ts'
import { findSlipFile, selectSlips } from './slip-list-store.ts'
import { createSlipReader } from './slip-reader.ts'
import { takeUpload } from './slip-upload.ts'

/** Bank slips (rules.md §5.1). */
export async function mountSlips(app: FastifyInstance, context: Context): Promise<void> {
  const { db, gate, files } = context
  const reader = createSlipReader()
  const job = createSlipJob(context, reader)
  context.jobs.sweep('slips', 2, job.sweep)
  context.desk.add(slipDesk(context))
  app.addHook('onClose', async () => {
    await reader.close()
    await job.settled()
  })

  // Forms with files are read here and nowhere else.
  await app.register(async (scope) => {
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
    mount(scope, gate, contract.uploadSlip, async ({ caller, request }) => {
      const slipId = await takeUpload(context, caller.memberId, request)
      job.kick(slipId)
      return { slipId }
    })
  })

  mount(app, gate, contract.listSlips, async ({ caller, body: { page, limit } }) => {
    const { total, slips } = await selectSlips(db, caller.memberId, { offset: (page - 1) * limit, limit })
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
      })),
    }
  })

  mount(app, gate, contract.getSlipUrl, async ({ caller, params }) => {
    const file = await findSlipFile(db, caller.memberId, params.reference)
    if (file === undefined) throw new Refusal('NO_DATA')
    return { url: files.link(file) }
  })

  // Whoever holds a fresh link sees the picture: its owner and operators are given one (rules.md §5.1).
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
