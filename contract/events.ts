/**
 * The events of the socket (rules.md §16). A client joins a room with its token; the server then pushes events.
 * Delivery is at most once: an event says that something changed, and the client loads the change by a call.
 */
export interface ClientEvents {
  join: (
    request: { room: string; token: string },
    acknowledge: (answer: { ok: boolean; message?: string }) => void,
  ) => void
}

export interface ServerEvents {
  /** Events may have been lost, so anything may have changed. */
  changed: () => void
  /** The session that joined has ended; the connection is closed after this. */
  'session-ended': () => void
  /** A balance, hold or transfer of this member changed. */
  'wallet-changed': () => void
  /** A slip, QR code, gift or announced deposit of this member changed its state. */
  'deposits-changed': () => void
  /** In the console: a review queue has a new item, one less, or a new decision. */
  'desk-changed': () => void
  /** In the console: a campaign has another version, or another state. */
  'campaigns-changed': () => void
  /** A withdrawal of this member changed its state. */
  'withdrawals-changed': () => void
}

/** The room of all operators who are logged in. */
export const consoleRoom = 'console'

/** The room of one member. */
export const memberRoom = (memberId: string): string => `member-${memberId}`
