/** What the app and other slices may use. */
export { CampaignPages } from './campaign-pages.tsx'
export { ExposureLines } from './exposure-lines.tsx'
export { aboveText } from './problem-text.ts'
export { useWaitingCampaigns } from './queries.ts'
export { WaitingVersion } from './waiting-version.tsx'
export { fieldName } from './words.ts'
