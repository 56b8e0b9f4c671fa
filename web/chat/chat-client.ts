import type { Conversation, SentMessage } from '@krapao/contract/slices/chat/message.ts'

/**
 * A conversation as one of its two sides holds it: what the server numbered, without gaps, and what is on its
 * way (rules.md §12.2). Knows no browser and no React: the app gives it its calls, its socket and its
 * storage.
 */

/** What became of a message of one's own (product.md §3). */
export type DeliverStatus = 'uploading_file' | 'sending' | 'failed' | 'succeed'

/** A message as it is shown. */
export interface ChatEntry {
  /** The client id: stays the same from the first moment to the last, and is the key of its row. */
  key: string
  /**
   * Null: the server has not numbered it yet. Such entries come after all numbered ones, in the order of
   * writing.
   */
  number: number | null
  sender: Conversation['sender']
  /** The sender's name; empty for the customer's own messages. */
  name: string
  message: Conversation['message']
  /** Null while it is not sent. */
  session_id: string | null
  createdAt: string
  deliver: {
    status: DeliverStatus
    /** The share of a file that was uploaded, 0 to 1. */
    progress: number
    /** Why it failed; undefined: it did not. */
    failure?: unknown
  }
}

export interface ChatState {
  /** `loading`: nothing is known yet; `failed`: the first load failed, and `retry` repeats it. */
  status: 'loading' | 'ready' | 'failed'
  failure?: unknown
  /** Oldest first. */
  entries: readonly ChatEntry[]
  hasOlder: boolean
  isLoadingOlder: boolean
  /** Why the last load of older messages failed. */
  olderFailure?: unknown
  /** Whether the socket is in the room; false: messages arrive by asking every few seconds. */
  isLive: boolean
  /** Messages of the other side after the last one that this side has read. */
  unread: number
  /** Own messages up to this number were read by the other side. */
  readByOther: number
  /** Who of the other side writes now; an empty name: the customer; null: nobody. */
  typing: { name: string } | null
}

/** The calls of one side. All throw `ApiError`. */
export interface ChatCalls {
  /**
   * At most `chat.historyPage` messages below a number, or the newest, in any order; and how far each side
   * has read.
   */
  before(number: number | null): Promise<ChatPage>
  /** Up to 100 messages above a number, oldest first. */
  after(number: number): Promise<ChatPage>
  send(
    clientId: string,
    message: SentMessage,
  ): Promise<{ createdAt: string; number: number; session_id: string }>
  upload(
    file: File,
    kind: 'image' | 'video',
    options: { onProgress(share: number): void; signal: AbortSignal },
  ): Promise<{ path: string }>
  read(upTo: number): Promise<unknown>
}

export interface ChatPage {
  messages: Conversation[]
  /** The number of the newest message; 0: none. */
  last: number
  readByOwn: number
  readByOther: number
}

/** How events reach this side; `web/chat/socket.ts` makes one of socket.io. */
export interface ChatLine {
  /** @returns a function that closes the line */
  open(events: {
    /** In the room now; what was missed before has to be asked for. */
    joined(): void
    lost(): void
    message(message: Conversation): void
    /** Something may have changed: ask. */
    changed(): void
    readByOther(upTo: number): void
    typing(name: string): void
  }): () => void
  /** Says that this side is writing; at most every few seconds. */
  typing(): void
}

/**
 * Where unsent messages are kept over a reload; null where the browser has no storage. Both calls may throw.
 */
export interface ChatStorage {
  read(): string | null
  write(value: string | null): void
}

export interface ChatClient {
  getState(): ChatState
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void
  /** Loads the newest page and opens the line. @returns a function that stops everything */
  start(): () => void
  retry(): void
  /** Asks for everything newer (the refresh button). @throws ApiError */
  refresh(): Promise<void>
  /** Loads the page above the oldest message. */
  loadOlder(): void
  /** Blank text is not sent (product.md §5). */
  sendText(text: string): void
  sendPostback(button: { title: string; payload: string }): void
  /** @throws ApiError `CHAT_FILE_UNSUPPORTED`, `FILE_TOO_LARGE`, as far as its name, type and size show it */
  sendFile(file: File): void
  resend(key: string): void
  /** Asks for a fresh link to the file of a message; those of its neighbours come along. */
  renewFile(key: string): void
  /** Takes back what failed. */
  remove(key: string): void
  /** The reader has seen the conversation up to its end; throttled (`chat.readEvery`). */
  markRead(): void
  /** The person is writing; throttled. */
  typed(): void
}

/** What the engine of a conversation works with. */
export interface ChatPorts {
  /** The side whose messages are one's own. */
  own: 'customer' | 'operator'
  /** The name that the other side sees; empty for customers. */
  ownName?: string
  calls: ChatCalls
  line: ChatLine
  /** Null: unsent messages do not survive a reload. */
  storage: ChatStorage | null
}
