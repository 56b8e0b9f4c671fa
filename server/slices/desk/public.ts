/** The exports of the desk for other parts of the server. */
export { waitingReversals } from './reversal-store.ts'
export { digestOf, keep, replay } from './same-call.ts'
export { insertVote, lockItem } from './store.ts'
export { snoozedChat } from './work/store.ts'
