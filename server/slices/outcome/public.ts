/** The exports for whatever ends something, and for the list of what is under way. */
export { listEnded } from './show.ts'
export { type Ending, isRecorded, recordEndings, recordingEach } from './store.ts'
