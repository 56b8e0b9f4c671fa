/** The exports for whatever ends something, and for the list of what is under way. */
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
