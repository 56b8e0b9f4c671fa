/** What the app and other slices may use. */
export { CampaignPages } from './campaign-pages.tsx'
export { fieldName } from './words.ts'
