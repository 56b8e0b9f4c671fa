import type { AnswerOf } from '@krapao/contract/client.ts'
import type { ChatClient, ChatState, ChatStorage } from '@krapao/web/chat/chat-client.ts'
import { createChatClient } from '@krapao/web/chat/create-chat-client.ts'
import { customerLine } from '@krapao/web/chat/socket.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { session } from '@krapao/web/storage/stored.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '../../frame/calls/api.ts'
import { onReturn } from '../../frame/calls/connection.ts'
import { onSessionChange, ownToken } from '../../frame/calls/session.ts'
import { callsAsVisitor, lineAsVisitor } from './as-visitor.ts'
import { callsNow } from './customer.ts'
import { adoptGuest } from './guest.ts'
import { countUnread } from './unread.ts'

/**
 * The conversation of whoever uses the app now. It begins when the chat is first opened, and goes on while it
 * is closed.
 */

interface Held {
  state: ChatState
  /** Undefined until it is known who the customer is. */
  client: ChatClient | undefined
}

export interface Conversation extends Held {
  /** Undefined until it has come; without it the greeting is missing and nothing else. */
  config: AnswerOf<'GET /api/chat/config'> | undefined
  /** Whether it has come or failed. */
  isConfigAsked: boolean
  retry(): void
}

const unknown: ChatState = {
  status: 'loading',
  entries: [],
  hasOlder: false,
  isLoadingOlder: false,
  isLive: true,
  unread: 0,
  readByOther: 0,
  typing: null,
}

let held: Held = { state: unknown, client: undefined }
let isBegun = false
/** Counts the customers, so that a late answer about the one before is ignored. */
let turn = 0
let stop = () => {}
const listeners = new Set<() => void>()

function hold(next: Held): void {
  held = next
  for (const listener of listeners) listener()
}

async function begin(): Promise<void> {
  turn++
  const own = turn
  stop()
  stop = () => {}
  hold({ state: unknown, client: undefined })
  try {
    const client = await clientNow()
    if (own !== turn) return
    const changed = () => {
      const state = client.getState()
      countUnread(state.unread)
      hold({ state, client })
    }
    const unsubscribe = client.subscribe(changed)
    const end = client.start()
    stop = () => {
      unsubscribe()
      end()
      countUnread(undefined)
    }
    changed()
  } catch (failure) {
    if (own === turn) hold({ state: { ...unknown, status: 'failed', failure }, client: undefined })
  }
}

/** @throws ApiError */
async function clientNow(): Promise<ChatClient> {
  const token = ownToken()
  const calls = callsNow()
  if (!token) {
    return createChatClient({
      own: 'customer',
      calls: callsAsVisitor(calls),
      line: lineAsVisitor(({ guestId, guestToken }) => customerLine(guestId, { guestToken })),
      storage: storageOf('visitor'),
    })
  }
  // What was written as a visitor is there from the beginning; if that fails, the rest is.
  const [{ _id }] = await Promise.all([api('GET /api/account/profile'), adoptGuest().catch(() => {})])
  return createChatClient({
    own: 'customer',
    calls,
    line: customerLine(_id, { token }),
    storage: storageOf(_id),
  })
}

/** Unsent messages of one customer in this tab: another tab sends its own. */
function storageOf(customer: string): ChatStorage | null {
  const entry = `chat-unsent:${customer}`
  if (!session.keeps()) return null
  return {
    read: () => session.read(entry),
    write: (value) => {
      if (value === null) session.remove(entry)
      else session.keep(entry, value)
    },
  }
}

function beginOnce(): void {
  if (isBegun) return
  isBegun = true
  begin()
  onSessionChange(begin)
}

export function useConversation(): Conversation {
  useEffect(beginOnce, [])
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => held,
  )
  return { ...now, ...useConfig(), retry: () => (now.client ? now.client.retry() : begin()) }
}

/** The greeting in the current language, and whether people answer now. */
function useConfig(): Pick<Conversation, 'config' | 'isConfigAsked'> {
  const { i18n } = useTranslation()
  const { language } = i18n
  const [config, setConfig] = useState<Conversation['config']>()
  const [isConfigAsked, setAsked] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the greeting is in the current language
  useEffect(() => {
    let left = false
    const ask = () =>
      api('GET /api/chat/config')
        .then(
          (answer) => left || setConfig(answer),
          () => {},
        )
        .then(() => left || setAsked(true))
    ask()
    const stops = [onReturn(ask), onSessionChange(ask)]
    return () => {
      left = true
      for (const stop of stops) stop()
    }
  }, [language])
  return { config, isConfigAsked }
}
