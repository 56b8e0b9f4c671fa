/** What the app and other slices may use. */
export { CampaignPages } from './campaign-pages.tsx'
export { useWaitingCampaigns } from './queries.ts'
export { fieldName } from './words.ts'
