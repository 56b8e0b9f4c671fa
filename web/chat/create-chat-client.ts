import { chat } from '@krapao/contract/limits.ts'
import type { Conversation, SentMessage } from '@krapao/contract/slices/chat/message.ts'
import { ApiError } from '../api/client.ts'
import { newKey } from '../api/key.ts'
import type { ChatClient, ChatEntry, ChatPage, ChatPorts, ChatState } from './chat-client.ts'
import { fromPage, type Numbered, none, withFreshFiles, withNewer, withOlder } from './numbered.ts'
import { Outbox, type Unsent } from './outbox.ts'
import { kindOf, mediaOf } from './sent-file.ts'

/** Milliseconds: how long "is writing" is shown, and how often it is said. */
const typing = { shown: 5000, every: 3000 }

export const createChatClient = (ports: ChatPorts): ChatClient => new Engine(ports)

/**
 * One side of a conversation (rules.md §12.2): an event with a number that does not follow leads to asking
 * for what is missing, as does each join of the room; while the line is down the server is asked every few
 * seconds.
 */
class Engine implements ChatClient {
  private readonly ports: ChatPorts
  private held: Numbered = none
  private status: ChatState['status'] = 'loading'
  private failure: unknown
  private older: { isLoading: boolean; failure?: unknown } = { isLoading: false }
  private isLive = false
  private read = { own: 0, other: 0 }
  private typer: { name: string } | null = null
  private typerTimer: ReturnType<typeof setTimeout> | undefined
  private pollTimer: ReturnType<typeof setTimeout> | undefined
  private readTimer: ReturnType<typeof setTimeout> | undefined
  private reportedRead = 0
  private typedAt = 0
  private asking: Promise<void> | undefined
  private isAskedAgain = false
  /** The numbers of messages whose file needs a fresh link. */
  private readonly stale = new Set<number>()
  private stopLine: (() => void) | undefined
  private readonly listeners = new Set<() => void>()
  private readonly outbox: Outbox
  private state: ChatState

  constructor(ports: ChatPorts) {
    this.ports = ports
    this.outbox = new Outbox({
      calls: ports.calls,
      storage: ports.storage,
      changed: () => this.change(),
      answered: (unsent, answer) => this.answered(unsent, answer.number),
    })
    this.state = this.stateNow()
  }

  getState = (): ChatState => this.state

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  start = (): (() => void) => {
    this.outbox.start(({ key, message, createdAt }) => this.unsentOf(key, message, createdAt))
    this.stopLine = this.ports.line.open({
      joined: () => {
        this.isLive = true
        this.outbox.hurry()
        // A call of the time before may hang until it times out: it is not waited for.
        this.asking = undefined
        if (this.status === 'failed') this.retry()
        this.ask()
        this.change()
      },
      lost: () => {
        this.isLive = false
        this.change()
      },
      message: (message) => this.take([message]),
      changed: () => this.ask(),
      readByOther: (upTo) => {
        this.read.other = Math.max(this.read.other, upTo)
        this.change()
      },
      typing: (name) => this.showTyping(name),
    })
    this.load()
    this.poll()
    return () => {
      this.stopLine?.()
      this.stopLine = undefined
      this.outbox.stop()
      for (const timer of [this.typerTimer, this.pollTimer, this.readTimer]) clearTimeout(timer)
      this.readTimer = undefined
    }
  }

  retry = (): void => {
    this.status = 'loading'
    this.change()
    this.load()
  }

  refresh = async (): Promise<void> => {
    if (this.status !== 'ready') return this.retry()
    await this.asking?.catch(() => {})
    await this.catchUp()
  }

  loadOlder = (): void => {
    if (this.status !== 'ready' || this.older.isLoading || this.held.first <= 1) return
    this.older = { isLoading: true }
    this.change()
    this.ports.calls.before(this.held.first).then(
      (page) => {
        this.held = withOlder(this.held, page.messages, this.ports.own)
        this.older = { isLoading: false }
        this.noteRead(page)
        this.change()
      },
      (failure) => {
        this.older = { isLoading: false, failure }
        this.change()
      },
    )
  }

  sendText = (text: string): void => {
    if (text.trim() === '') return
    this.send({ message_type: 'text', payload: { message: text } })
  }

  sendPostback = ({ title, payload }: { title: string; payload: string }): void =>
    this.send({ message_type: 'postback', payload: { title, payload } })

  sendFile = (file: File): void => {
    const kind = kindOf(file)
    if (!kind) throw new ApiError('CHAT_FILE_UNSUPPORTED', 0)
    if (file.size > chat[kind]) throw new ApiError('PAYLOAD_TOO_LARGE', 0)
    const preview = URL.createObjectURL(file)
    const shown = mediaOf(file, kind, preview)
    const key = newKey()
    this.outbox.add({
      key,
      entry: this.entryOf(key, shown, { status: 'uploading_file', progress: 0 }),
      message: null,
      file: { file, kind, abort: new AbortController(), preview },
      number: 0,
    })
    this.change()
  }

  resend = (key: string): void => this.outbox.resend(key)

  renewFile = (key: string): void => {
    const number = this.held.entries.find((one) => one.key === key)?.number
    if (!number || this.stale.has(number)) return
    this.stale.add(number)
    if (this.stale.size === 1) this.renewNext()
  }

  remove = (key: string): void => {
    this.outbox.drop(key)
    this.change()
  }

  markRead = (): void => {
    if (this.status !== 'ready' || this.held.last <= this.read.own) return
    this.read.own = this.held.last
    this.change()
    this.readTimer ??= setTimeout(() => this.reportRead(), chat.readEvery)
  }

  typed = (): void => {
    if (Date.now() - this.typedAt < typing.every) return
    this.typedAt = Date.now()
    this.ports.line.typing()
  }

  /** One page after the other; without an answer the link is asked for again when it is needed again. */
  private async renewNext(): Promise<void> {
    while (this.stale.size > 0) {
      const number = Math.max(...this.stale)
      const { messages } = await this.ports.calls.before(number + 1).catch(() => ({ messages: [] }))
      this.held = withFreshFiles(this.held, messages)
      for (const one of [number, ...messages.map((message) => message.number)]) this.stale.delete(one)
      this.change()
    }
  }

  private reportRead(): void {
    this.readTimer = undefined
    const upTo = this.read.own
    if (upTo <= this.reportedRead) return
    this.reportedRead = upTo
    // It is reported again with the next message that is read.
    this.ports.calls.read(upTo).catch(() => {
      this.reportedRead = Math.min(this.reportedRead, upTo - 1)
    })
  }

  private load(): void {
    this.ports.calls.before(null).then(
      (page) => {
        if (this.status === 'ready') return
        this.status = 'ready'
        this.failure = undefined
        this.held = fromPage(page.messages, this.ports.own)
        this.outbox.numbered(this.held.last)
        this.clear(page.messages)
        this.noteRead(page)
        this.change()
        // Events that came in between were not taken.
        this.ask()
      },
      (failure) => {
        if (this.status === 'ready') return
        this.status = 'failed'
        this.failure = failure
        this.change()
      },
    )
  }

  /** Asks for what is newer; once more if somebody asks meanwhile. Without an answer the poll asks again. */
  private ask(): void {
    if (this.status !== 'ready') return
    if (this.asking) {
      this.isAskedAgain = true
      return
    }
    this.isAskedAgain = false
    const asking = this.catchUp()
      .then(
        () => true,
        () => false,
      )
      .then((isDone) => {
        if (this.asking !== asking) return
        this.asking = undefined
        if (!isDone) this.poll(true)
        else if (this.isAskedAgain) this.ask()
      })
    this.asking = asking
  }

  private async catchUp(): Promise<void> {
    for (;;) {
      const before = this.held.last
      const page = await this.ports.calls.after(before)
      if (page.last < before) return this.begin()
      this.take(page.messages)
      this.noteRead(page)
      this.change()
      if (this.held.last >= page.last || this.held.last === before) return
    }
  }

  /** The numbers are of another conversation, because the server knows the visitor under another id now. */
  private begin(): void {
    this.held = none
    this.read = { own: 0, other: 0 }
    this.reportedRead = 0
    this.retry()
  }

  /** While the line is down, or after an answer that did not come, the server is asked every few seconds. */
  private poll(isMissing = false): void {
    clearTimeout(this.pollTimer)
    this.pollTimer = setTimeout(() => {
      if (!this.stopLine) return
      if (isMissing || !this.isLive) this.ask()
      this.poll()
    }, chat.rejoin)
  }

  private take(messages: Conversation[]): void {
    if (this.status !== 'ready') return
    const { held, added, isGap } = withNewer(this.held, messages, this.ports.own)
    this.held = held
    this.clear(messages)
    if (added.some(({ sender }) => this.isOther(sender))) this.showTyping(null)
    if (added.length > 0) this.change()
    if (isGap) this.ask()
  }

  /** What the server has numbered is no longer unsent. */
  private clear(messages: Conversation[]): void {
    for (const { clientId, number, sender } of messages) {
      if (sender === this.ports.own && number <= this.held.last) this.sent(clientId)
    }
  }

  /** A message has ended "is writing" on the other side, so what is written next is reported at once. */
  private sent(key: string): void {
    this.typedAt = 0
    this.outbox.drop(key)
  }

  private answered({ key, entry, file }: Unsent, number: number): void {
    // A picture's address comes with the message itself, and so does whatever was written before it.
    if (number === this.held.last + 1 && !file) {
      const shown = { ...entry, number }
      this.held = { ...this.held, last: number, entries: [...this.held.entries, shown] }
      if (this.held.entries.length === 1) this.held.first = number
      this.sent(key)
      this.read.own = Math.max(this.read.own, number)
      // A bot may have answered.
      if (!this.isLive) this.ask()
    } else if (number <= this.held.last) this.sent(key)
    else this.ask()
    this.change()
  }

  private noteRead({ readByOwn, readByOther }: ChatPage): void {
    this.read = { own: Math.max(this.read.own, readByOwn), other: Math.max(this.read.other, readByOther) }
    this.reportedRead = Math.max(this.reportedRead, readByOwn)
  }

  private showTyping(name: string | null): void {
    clearTimeout(this.typerTimer)
    if (name === null && this.typer === null) return
    this.typer = name === null ? null : { name }
    if (name !== null) this.typerTimer = setTimeout(() => this.showTyping(null), typing.shown)
    this.change()
  }

  private isOther(sender: Conversation['sender']): boolean {
    return this.ports.own === 'customer' ? sender !== 'customer' : sender === 'customer'
  }

  private send(message: Exclude<SentMessage, { message_type: 'media' }>): void {
    const key = newKey()
    this.outbox.add(this.unsentOf(key, message, new Date().toISOString()))
    this.change()
  }

  private unsentOf(key: string, message: SentMessage, createdAt: string): Unsent {
    // Only texts and postbacks are kept, which are shown as they are sent.
    const shown = message as ChatEntry['message']
    const entry = { ...this.entryOf(key, shown, { status: 'sending', progress: 0 }), createdAt }
    return { key, entry, message, number: 0 }
  }

  private entryOf(key: string, message: ChatEntry['message'], deliver: ChatEntry['deliver']): ChatEntry {
    return {
      key,
      number: null,
      sender: this.ports.own,
      name: this.ports.ownName ?? '',
      message,
      session_id: null,
      createdAt: new Date().toISOString(),
      deliver,
    }
  }

  private change(): void {
    this.state = this.stateNow()
    for (const listener of this.listeners) listener()
  }

  /** Counted from the end: a long history is not gone through at each change. */
  private countUnread(): number {
    let count = 0
    for (let i = this.held.entries.length - 1; i >= 0; i--) {
      const entry = this.held.entries[i]
      if (!entry || (entry.number ?? 0) <= this.read.own) break
      if (this.isOther(entry.sender)) count++
    }
    return count
  }

  private stateNow(): ChatState {
    const { held, read, older } = this
    const unsent = this.outbox.entries
    return {
      status: this.status,
      ...(this.failure !== undefined && { failure: this.failure }),
      entries: unsent.length > 0 ? [...held.entries, ...unsent] : held.entries,
      hasOlder: this.status === 'ready' && held.entries.length > 0 && held.first > 1,
      isLoadingOlder: older.isLoading,
      ...(older.failure !== undefined && { olderFailure: older.failure }),
      isLive: this.isLive,
      unread: this.countUnread(),
      readByOther: read.other,
      typing: this.typer,
    }
  }
}
