/** What members are told of while the app is closed (rules.md §20). No dependency: the browser uses this file too. */
export const pushKinds = ['credited', 'paid', 'refused', 'chat', 'login'] as const
export type PushKind = (typeof pushKinds)[number]
