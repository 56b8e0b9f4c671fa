/** The exports of push messages for other parts of the server. */
export { type Notifier, notifyCredited, notifyMember, notifyNewLogin, pushServices } from './notify.ts'
