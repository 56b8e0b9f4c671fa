// What the app may use of invites, beside their modals.

export { useReceiveInvite } from './use-receive.ts'
