/** The export of invites for other parts of the server: the demo world pays its inviters. */
export { payInviters } from './daily.ts'
