/** What members are notified of while the app is closed (rules.md §20). No imports: the browser uses this file too. */
export const pushKinds = ['credited', 'paid', 'refused', 'chat', 'login'] as const
export type PushKind = (typeof pushKinds)[number]
