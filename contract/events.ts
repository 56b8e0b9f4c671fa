/**
 * What travels over the socket (rules.md §16). A client joins a room with its token; the server then pushes.
 * Delivery is at most once: an event says that something changed, the client asks the API what.
 */
export interface ClientEvents {
  join: (
    request: { room: string; token: string },
    acknowledge: (answer: { ok: boolean; message?: string }) => void,
  ) => void
}

export interface ServerEvents {
  /** Events may have been lost: anything may have changed. */
  changed: () => void
  /** The session that joined has ended; the line is closed after this. */
  'session-ended': () => void
  /** A balance, hold or transfer of this member changed. */
  'wallet-changed': () => void
  /** A slip, QR code, gift or announced deposit of this member changed its state. */
  'deposits-changed': () => void
  /** In the console: the desk has a new item, one less, or a new decision. */
  'desk-changed': () => void
  /** A withdrawal of this member changed its state. */
  'withdrawals-changed': () => void
}

/** The room of everybody who is logged in to the console. */
export const consoleRoom = 'console'

/** The room of one member's own wallet. */
export const memberRoom = (memberId: string): string => `member-${memberId}`
