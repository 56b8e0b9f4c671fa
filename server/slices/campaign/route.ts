import fastifyMultipart from '@fastify/multipart'
import { approveCampaignVersion } from '@krapao/contract/slices/campaign/approve-campaign-version.ts'
import { findCampaigns as findCampaignsCall } from '@krapao/contract/slices/campaign/find-campaigns.ts'
import { getCampaign } from '@krapao/contract/slices/campaign/get-campaign.ts'
import { getCampaignCeilings } from '@krapao/contract/slices/campaign/get-campaign-ceilings.ts'
import { listCampaigns as listCampaignsCall } from '@krapao/contract/slices/campaign/list-campaigns.ts'
import { listWaitingCampaigns } from '@krapao/contract/slices/campaign/list-waiting-campaigns.ts'
import { makeCampaignVersion } from '@krapao/contract/slices/campaign/make-campaign-version.ts'
import { refuseCampaignVersion } from '@krapao/contract/slices/campaign/refuse-campaign-version.ts'
import { stopCampaign } from '@krapao/contract/slices/campaign/stop-campaign.ts'
import { tryCampaign } from '@krapao/contract/slices/campaign/try-campaign.ts'
import { uploadCampaignPicture } from '@krapao/contract/slices/campaign/upload-campaign-picture.ts'
import { mount } from '../../platform/http.ts'
import type { Slice } from '../context.ts'
import { readCeilings } from './ceilings.ts'
import { findCampaigns, listCampaigns, listWaiting, readCampaign } from './list.ts'
import { decideOn, makeVersion, requireSound, stop } from './make.ts'
import { bannerPictures } from './picture.ts'
import { campaignDesk } from './review.ts'

/** Offers to members: made by one operator, approved by another, stopped by any of them (rules.md §19). */
export const campaignSlice: Slice = {
  name: 'campaign',

  async mount(app, context) {
    const { gate, campaigns } = context
    const pictures = bannerPictures(context)
    context.desk.add(campaignDesk(context))

    mount(app, gate, listCampaignsCall, ({ params }) => listCampaigns(context, params.kind))

    mount(app, gate, listWaitingCampaigns, ({ caller }) => listWaiting(context, caller))

    mount(app, gate, findCampaignsCall, ({ query }) => findCampaigns(context, query.search))

    mount(app, gate, getCampaignCeilings, ({ query }) =>
      readCeilings(context.db, query.currency, context.clock.now()),
    )

    mount(app, gate, getCampaign, ({ params }) => readCampaign(context, params))

    mount(app, gate, makeCampaignVersion, async ({ caller, params, body }) => ({
      version: await makeVersion(context, caller, params, body),
    }))

    mount(app, gate, approveCampaignVersion, async ({ caller, params, body }) => {
      const key = { ...params, version: Number(params.version) }
      await decideOn(context, caller, key, { verdict: 'approve', reason: body.reason })
      return { message: 'OK' as const }
    })

    mount(app, gate, refuseCampaignVersion, async ({ caller, params, body }) => {
      const key = { ...params, version: Number(params.version) }
      await decideOn(context, caller, key, { verdict: 'refuse', reason: body.reason })
      return { message: 'OK' as const }
    })

    mount(app, gate, stopCampaign, async ({ caller, params, body }) => {
      await stop(context, caller, params, body.reason)
      return { message: 'OK' as const }
    })

    mount(app, gate, tryCampaign, async ({ params, body }) =>
      campaigns.whatIfOf(params.kind)(
        await requireSound(context, params, { content: body.content, startsAt: null, endsAt: null }),
      ),
    )

    // Forms with files are read here and nowhere else.
    await app.register(async (scope) => {
      await scope.register(fastifyMultipart, { throwFileSizeLimit: false })
      mount(scope, gate, uploadCampaignPicture, async ({ request }) => ({
        image: await pictures.take(request, context.pictures),
      }))
    })

    pictures.serve(app)
  },
}
