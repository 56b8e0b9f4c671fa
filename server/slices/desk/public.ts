/** The exports of the desk for other parts of the server. */
export { snoozedChat } from './work/store.ts'
