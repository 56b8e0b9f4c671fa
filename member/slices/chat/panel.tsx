import type { ClosingHours } from '@krapao/contract/closing-hours.ts'
import type { ChatButton } from '@krapao/contract/slices/chat/message.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { Composer } from '@krapao/web/chat/composer.tsx'
import { FileDrop } from '@krapao/web/chat/file-drop.tsx'
import { HistoryView } from '@krapao/web/chat/history-view.tsx'
import { useFailures } from '@krapao/web/chat/use-failures.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Failed, Skeleton } from '@krapao/web/ui/states.tsx'
import type { TFunction } from 'i18next'
import { CloudOff, RefreshCw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '../../frame/calls/connection.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { onSessionChange, ownToken } from '../../frame/calls/session.ts'
import { useAppNotice } from '../../frame/calls/use-app-notice.ts'
import { takeText, useChat } from '../../frame/chat/chat-opener.ts'
import { toast } from '../../ui/overlay.tsx'
import { type Conversation, useConversation } from './conversation.ts'

/**
 * The chat of a member or visitor with the operator's staff. It fills the room that it is given, so that the
 * app's panel and the frame for other sites show the same.
 * @param isAlone the chat is the whole page, and there is nothing to close
 */
export default function ChatPanel({ onClose, isAlone = false }: { onClose(): void; isAlone?: boolean }) {
  const { t } = useTranslation()
  const conversation = useConversation()
  const { state, client, config, isConfigAsked } = conversation
  // Before the first message there is nothing to see but the greeting.
  const isGreetingAwaited = state.status === 'ready' && state.entries.length === 0 && !isConfigAsked
  const isCutOff = useConnection() !== 'online'
  const { draft, setDraft, input } = useDraft()
  const failures = useFailures(state.entries, showFailure, errorText)

  function send(text: string): void {
    client?.sendText(text)
  }
  function press(button: ChatButton): void {
    if (button.type === 'postback') client?.sendPostback(button)
    else client?.sendText(button.title)
  }
  const sendFile = (file: File) => failures.sendFile(client, file)

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
            // That there is no network is said already.
            state={{
              ...state,
              ...(isGreetingAwaited && { status: 'loading' }),
              isLive: state.isLive || isCutOff,
            }}
            own="customer"
            actions={{
              onButton: press,
              onResend: (key) => client?.resend(key),
              onRemove: (key) => client?.remove(key),
              onStale: (key) => client?.renewFile(key),
              reasonOf: failures.reasonOf,
              isCutOff,
            }}
            onOlder={() => client?.loadOlder()}
            onEnd={() => client?.markRead()}
            {...(config && { greeting: config.greeting })}
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

const showFailure = (text: string) => toast('negative', text)

function Head({ conversation, onClose }: { conversation: Conversation; onClose?: () => void }) {
  const { t } = useTranslation()
  const { client, config, isConfigAsked } = conversation
  const [isBusy, setBusy] = useState(false)
  const isOnline = useConnection() === 'online'
  const notice = useAppNotice()

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
    <div className="chat-head border-b border-line bg-card">
      {/* Where a keyboard leaves little height, the messages need it more. */}
      <div className="flex min-h-16 items-center gap-3 py-1.5 pr-2 pl-4 [@media(height<25rem)]:min-h-12 [@media(height<25rem)]:py-0">
        <img
          src="/art/brand/mark.svg"
          alt=""
          width={36}
          height={36}
          className="shrink-0 max-[359px]:hidden [@media(height<25rem)]:hidden"
        />
        <div className="min-w-0 flex-1">
          <h2 className="text-base leading-tight font-semibold wrap-break-word [@media(height<25rem)]:text-sm">
            {t('chat.panel.title', { brand: brand.name })}
          </h2>
          <p className="flex min-h-5 items-center gap-1.5 text-xs text-ink-soft [@media(height<25rem)]:sr-only">
            {!isConfigAsked && <Skeleton className="h-3 w-24" />}
            {config && isOnline && (
              <>
                <span
                  aria-hidden
                  className={cx('size-2 shrink-0 rounded-full', config.isOpen ? 'bg-positive' : 'bg-notice')}
                />
                {`${t(config.isOpen ? 'chat.panel.open' : 'chat.panel.away')} · ${hoursOf(t, config)}`}
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
      <div role="status">
        {notice && (
          <p className="flex items-start gap-2 border-t border-line bg-notice-soft px-4 py-2 text-sm text-notice">
            <CloudOff className="mt-0.5 size-4 shrink-0" aria-hidden />
            {notice}
          </p>
        )}
      </div>
      {config && !config.isOpen && config.awayText && (
        <p className="border-t border-line bg-notice-soft px-4 py-2 text-sm text-notice">{config.awayText}</p>
      )}
    </div>
  )
}

/** When people answer: between the hours in which nobody does. */
const hoursOf = (t: TFunction, { closedFrom, closedUntil }: ClosingHours): string =>
  closedFrom === closedUntil
    ? t('chat.panel.always')
    : t('chat.panel.hours', { from: closedUntil, until: closedFrom })

/** What is in the text box; it stays while the panel is closed. */
let kept = ''

// The next person on this device must not find what the member was writing.
onSessionChange(() => {
  if (!ownToken()) kept = ''
})

function useDraft() {
  const { text, asked } = useChat()
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that it is asked for
  useEffect(() => {
    // On a phone the keyboard would cover the conversation.
    if (matchMedia('(pointer: fine)').matches) input.current?.focus()
  }, [asked])
  return { draft, setDraft, input }
}
