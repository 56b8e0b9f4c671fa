/** The exports of the desk for other parts of the server. */
export { waitingReversals } from './reversal-store.ts'
export { snoozedChat } from './work/store.ts'
