/** The exports for slices that end things, and for the list of things under way. */
export { maxUnread, shownSince, toEnded } from './show.ts'
export {
  type Ending,
  isRecorded,
  noteAnswered,
  recordEndings,
  recordingEach,
  retracting,
  type Stored as StoredOutcome,
  unreadOutcomes,
} from './store.ts'
