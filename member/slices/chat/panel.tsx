import { chat } from '@krapao/contract/limits.ts'
import type { ChatButton } from '@krapao/contract/slices/chat/message.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { Composer } from '@krapao/web/chat/composer.tsx'
import { FileDrop } from '@krapao/web/chat/file-drop.tsx'
import { HistoryView } from '@krapao/web/chat/history-view.tsx'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { Failed } from '@krapao/web/ui/states.tsx'
import { RefreshCw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../app/errors.ts'
import { onSessionChange, ownToken } from '../../app/session.ts'
import { toast } from '../../ui/overlay.tsx'
import { takeText, useChat } from './chat-opener.ts'
import { type Conversation, useConversation } from './conversation.ts'

/**
 * The chat of a member or visitor with the operator's staff. It fills the room that it is given, so that the app's
 * panel and the frame for other sites show the same.
 * @param isAlone the chat is the whole page, and there is nothing to close
 */
export default function ChatPanel({ onClose, isAlone = false }: { onClose(): void; isAlone?: boolean }) {
  const { t } = useTranslation()
  const conversation = useConversation()
  const { state, client, config } = conversation
  const { draft, setDraft, input } = useDraft()
  useFailureToasts(conversation)

  function send(text: string): void {
    client?.sendText(text)
  }
  function press(button: ChatButton): void {
    if (button.type === 'postback') client?.sendPostback(button)
    else client?.sendText(button.title)
  }
  function sendFile(file: File): void {
    const largest = file.type.startsWith('video/') ? chat.video : chat.image
    if (file.size > largest) {
      toast('negative', t('chat.panel.tooLarge', { megabytes: largest / 1024 / 1024 }))
      return
    }
    try {
      client?.sendFile(file)
    } catch (error) {
      toast('negative', errorText(error))
    }
  }

  return (
    <>
      <Head conversation={conversation} {...(!isAlone && { onClose })} />
      <FileDrop onFile={sendFile} className="flex min-h-0 flex-1 flex-col">
        {state.status === 'failed' ? (
          <div className="m-auto">
            <Failed
              title={t('chat.panel.failed')}
              text={errorText(state.failure)}
              onRetry={() => conversation.retry()}
            />
          </div>
        ) : (
          <HistoryView
            className="flex-1"
            state={state}
            own="customer"
            actions={{
              onButton: press,
              onResend: (key) => client?.resend(key),
              onRemove: (key) => client?.remove(key),
              onStale: (key) => client?.renewFile(key),
            }}
            onOlder={() => client?.loadOlder()}
            onEnd={() => client?.markRead()}
            greeting={config?.greeting ?? []}
          />
        )}
        <Composer
          value={draft}
          onChange={setDraft}
          onSend={send}
          onFile={sendFile}
          onTyped={() => client?.typed()}
          isReady={client !== undefined}
          inputRef={input}
        />
      </FileDrop>
    </>
  )
}

function Head({ conversation, onClose }: { conversation: Conversation; onClose?: () => void }) {
  const { t } = useTranslation()
  const { client, config } = conversation
  const [isBusy, setBusy] = useState(false)

  async function refresh(): Promise<void> {
    if (!client || isBusy) return
    setBusy(true)
    try {
      await client.refresh()
      toast('neutral', t('chat.panel.refreshed'))
    } catch (error) {
      toast('negative', errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="border-b border-line bg-card">
      <div className="flex min-h-16 items-center gap-3 py-1.5 pr-2 pl-4">
        <img src="/art/brand/mark.svg" alt="" width={36} height={36} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-base font-semibold">{t('chat.panel.title', { brand: brand.name })}</h2>
          <p className="flex min-h-5 items-center gap-1.5 text-xs text-ink-soft">
            {config && (
              <>
                <span
                  aria-hidden
                  className={
                    config.isOpen ? 'size-2 rounded-full bg-positive' : 'size-2 rounded-full bg-notice'
                  }
                />
                {t(config.isOpen ? 'chat.panel.open' : 'chat.panel.away')}
              </>
            )}
          </p>
        </div>
        <IconButton label={t('chat.panel.refresh')} onClick={refresh} aria-busy={isBusy || undefined}>
          <RefreshCw className={isBusy ? 'size-5 animate-spin' : 'size-5'} aria-hidden />
        </IconButton>
        {onClose && (
          <IconButton label={t('chat.panel.close')} onClick={onClose}>
            <X className="size-5" aria-hidden />
          </IconButton>
        )}
      </div>
      {config && !config.isOpen && config.awayText && (
        <p className="border-t border-line bg-notice-soft px-4 py-2 text-sm text-notice">{config.awayText}</p>
      )}
    </div>
  )
}

/** What stands in the text box; it stays while the panel is closed. */
let kept = ''

// The next person on this device must not find what the member was writing.
onSessionChange(() => {
  if (!ownToken()) kept = ''
})

function useDraft() {
  const { text } = useChat()
  const input = useRef<HTMLTextAreaElement>(null)
  const [draft, setText] = useState(kept)
  const setDraft = (next: string) => {
    kept = next
    setText(next)
  }
  useEffect(() => {
    if (!text) return
    // What was being written is kept: the new text follows it.
    const next = kept.includes(text.trim()) ? kept : `${kept}${kept && '\n'}${text}`
    kept = next
    setText(next)
    takeText()
    input.current?.focus()
  }, [text])
  useEffect(() => onSessionChange(() => setText(kept)), [])
  useEffect(() => {
    // On a phone the keyboard would cover the conversation.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus()
  }, [])
  return { draft, setDraft, input }
}

/** Each message that could not be sent is told once, for four seconds (product.md §8). */
function useFailureToasts({ state }: Conversation): void {
  const told = useRef<Set<string>>(undefined)
  useEffect(() => {
    const failed = state.entries.filter(({ deliver }) => deliver.status === 'failed')
    const known = told.current
    told.current = new Set(failed.map(({ key }) => key))
    if (!known) return
    for (const { key, deliver } of failed) {
      if (!known.has(key) && deliver.failure !== undefined) toast('negative', errorText(deliver.failure))
    }
  }, [state.entries])
}
