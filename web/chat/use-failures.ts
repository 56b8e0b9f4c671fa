import { chat } from '@krapao/contract/limits.ts'
import { useEffect, useRef } from 'react'
import { ApiError } from '../api/client.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import type { ChatClient, ChatState } from './chat-client.ts'
import { kindOf } from './sent-file.ts'

/**
 * How a conversation says why something was not sent: for a moment at the edge of the window, because its
 * writer may be reading elsewhere (product.md §8), and permanently at the message.
 * @param show shows a text for a moment, and announces it
 * @param errorText the app's text of a failure
 * @returns `reasonOf` for the message; `sendFile` also shows why a file is not even taken
 */
export function useFailures(
  entries: ChatState['entries'],
  show: (text: string) => void,
  errorText: (failure: unknown) => string,
) {
  const { t } = useTranslation()
  function textOf(failure: unknown, kind: string | undefined): string {
    const isTooLarge = failure instanceof ApiError && failure.code === 'PAYLOAD_TOO_LARGE'
    if (!isTooLarge || (kind !== 'image' && kind !== 'video')) return errorText(failure)
    return t('chat.panel.tooLarge', { megabytes: chat[kind] / 1024 / 1024 })
  }
  function reasonOf({ message, deliver }: ChatState['entries'][number]): string | undefined {
    if (deliver.status !== 'failed' || deliver.failure === undefined) return undefined
    return textOf(deliver.failure, message.message_type === 'media' ? message.payload.fileType : undefined)
  }

  const lastFailed = useRef<Set<string>>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the messages may bring a failure
  useEffect(() => {
    const failed = entries.filter(({ deliver }) => deliver.status === 'failed')
    const known = lastFailed.current
    lastFailed.current = new Set(failed.map(({ key }) => key))
    if (!known) return
    for (const entry of failed) {
      const reason = reasonOf(entry)
      if (!known.has(entry.key) && reason !== undefined) show(reason)
    }
  }, [entries])

  return {
    reasonOf,
    sendFile(client: ChatClient | undefined, file: File): void {
      try {
        client?.sendFile(file)
      } catch (failure) {
        show(textOf(failure, kindOf(file)))
      }
    },
  }
}
