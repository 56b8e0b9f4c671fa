import { chat } from '@krapao/contract/limits.ts'
import type { SentMessage } from '@krapao/contract/slices/chat/message.ts'
import { ApiError } from '../api/client.ts'
import type { ChatCalls, ChatEntry, ChatStorage } from './chat-client.ts'

/** A message of one's own that the server has not numbered yet. */
export interface Unsent {
  key: string
  entry: ChatEntry
  /** What is posted; null while its file is not uploaded. */
  message: SentMessage | null
  file?: { file: File; kind: 'image' | 'video'; abort: AbortController; preview: string }
  /**
   * The number with which it was answered, while the messages before it are awaited; 0: it was not answered.
   */
  number: number
}

/** Milliseconds before a message without an answer is sent again; the last one again and again. */
const pauses = [1000, 2000, 4000, 8000, 15_000]

/** Whether the server has said no for good: sending the same again would be answered the same. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408

type Answer = Awaited<ReturnType<ChatCalls['send']>>

interface OutboxPorts {
  calls: Pick<ChatCalls, 'send' | 'upload'>
  storage: ChatStorage | null
  changed(): void
  answered(unsent: Unsent, answer: Answer): void
}

/**
 * Sends messages one after the other, so that their order is kept; one without an answer is sent again under
 * the same client id until it is answered (rules.md §12.2). Texts and postbacks survive a reload, files
 * cannot.
 */
export class Outbox {
  private readonly ports: OutboxPorts
  private unsent: Unsent[] = []
  private isRunning = false
  private isStopped = true
  private wake: (() => void) | undefined

  constructor(ports: OutboxPorts) {
    this.ports = ports
  }

  get entries(): readonly ChatEntry[] {
    return this.unsent.map(({ entry }) => entry)
  }

  has(key: string): boolean {
    return this.unsent.some((one) => one.key === key)
  }

  start(restore: (kept: { key: string; message: SentMessage; createdAt: string }) => Unsent): void {
    this.isStopped = false
    if (this.unsent.length === 0) this.unsent = this.kept().map(restore)
    this.run()
  }

  stop(): void {
    this.isStopped = true
    this.wake?.()
  }

  /** Sends what waits for its next attempt at once, because the line is back. */
  hurry(): void {
    this.wake?.()
  }

  add(unsent: Unsent): void {
    this.unsent.push(unsent)
    this.save()
    this.run()
  }

  /** The server has numbered it, or it was taken back. */
  drop(key: string): void {
    const dropped = this.unsent.find((one) => one.key === key)
    if (!dropped) return
    dropped.file?.abort.abort()
    if (dropped.file) URL.revokeObjectURL(dropped.file.preview)
    this.unsent = this.unsent.filter((one) => one !== dropped)
    this.save()
  }

  /** The server's messages up to a number are shown, and so the answered ones among them. */
  numbered(upTo: number): void {
    for (const { key, number } of this.unsent) if (number > 0 && number <= upTo) this.drop(key)
  }

  resend(key: string): void {
    this.deliver(key, { status: 'sending', progress: 0 })
    this.run()
  }

  private kept(): { key: string; message: SentMessage; createdAt: string }[] {
    try {
      const kept: unknown = JSON.parse(this.ports.storage?.read() ?? '[]')
      return Array.isArray(kept) ? kept : []
    } catch {
      return []
    }
  }

  private save(): void {
    const kept = this.unsent
      .filter(({ file, number }) => !file && number === 0)
      .map(({ key, message, entry }) => ({ key, message, createdAt: entry.createdAt }))
    try {
      this.ports.storage?.write(kept.length > 0 ? JSON.stringify(kept) : null)
    } catch {
      // Full, or refused to a frame of another site since it was opened: what is unsent lasts as long as the
      // page.
    }
  }

  private deliver(key: string, deliver: ChatEntry['deliver']): void {
    for (const one of this.unsent) if (one.key === key) one.entry = { ...one.entry, deliver }
    this.ports.changed()
  }

  private run(): void {
    if (this.isRunning || this.isStopped) return
    this.isRunning = true
    this.sendAll()
  }

  private async sendAll(): Promise<void> {
    for (;;) {
      const next = this.unsent.find(({ entry, number }) => number === 0 && entry.deliver.status !== 'failed')
      if (!next || this.isStopped) {
        this.isRunning = false
        return
      }
      // Not longer, though the phone's clock was set back meanwhile.
      const since = Math.max(Date.now() - new Date(next.entry.createdAt).getTime(), 0)
      await this.pause(chat.sendDelay - since)
      for (let attempt = 0; this.has(next.key) && !this.isStopped; attempt++) {
        try {
          await this.send(next)
          break
        } catch (failure) {
          if (!this.has(next.key)) break
          if (isRefused(failure)) {
            this.deliver(next.key, { status: 'failed', progress: 0, failure })
            break
          }
          await this.pause(pauses[Math.min(attempt, pauses.length - 1)] ?? 0)
        }
      }
    }
  }

  private async send(one: Unsent): Promise<void> {
    const isJustUploaded = one.message === null
    if (isJustUploaded && one.file) {
      const { file, kind, abort } = one.file
      const status = 'uploading_file'
      this.deliver(one.key, { status, progress: 0 })
      const { path } = await this.ports.calls.upload(file, kind, {
        onProgress: (progress) => this.deliver(one.key, { status, progress }),
        signal: abort.signal,
      })
      one.message = { message_type: 'media', payload: { filePath: path } }
    }
    if (one.message === null || !this.has(one.key)) return
    this.deliver(one.key, { status: 'sending', progress: 1 })
    const answer = await this.ports.calls.send(one.key, one.message).catch((failure) => {
      // The server forgets what was uploaded and not sent within a day (rules.md §12.3).
      const isForgotten = failure instanceof ApiError && failure.code === 'CHAT_FILE_UNKNOWN'
      if (!one.file || !isForgotten) throw failure
      one.message = null
      if (isJustUploaded) throw failure
    })
    if (!answer) return this.send(one)
    if (!this.has(one.key)) return
    one.number = answer.number
    one.entry = {
      ...one.entry,
      createdAt: answer.createdAt,
      session_id: answer.session_id,
      deliver: { status: 'succeed', progress: 1 },
    }
    this.save()
    this.ports.answered(one, answer)
  }

  private pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.wake = undefined
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      this.wake = end
    })
  }
}
