/**
 * What members are notified of while the app is closed (rules.md §20). No imports: the browser uses this file
 * too.
 */
export const pushKinds = ['credited', 'paid', 'refused', 'chat', 'login'] as const
export type PushKind = (typeof pushKinds)[number]

export const inEachKind = <T>(make: (kind: PushKind) => T): Record<PushKind, T> =>
  Object.fromEntries(pushKinds.map((kind) => [kind, make(kind)])) as Record<PushKind, T>
