/** The exports of campaigns for other parts of the server. */
export {
  type ActiveCampaign,
  bannersIn,
  type Campaigns,
  createCampaigns,
  shownCondition,
} from './campaigns.ts'
export { decideOn, makeVersion } from './make.ts'
export { bannerPictures } from './picture.ts'
export { waitingVersions } from './store.ts'
export { spanOf, triedDays } from './tried-days.ts'
