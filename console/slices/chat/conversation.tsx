import type { AnswerOf } from '@krapao/contract/client.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { Composer } from '@krapao/web/chat/composer.tsx'
import { FileDrop } from '@krapao/web/chat/file-drop.tsx'
import { HistoryView } from '@krapao/web/chat/history-view.tsx'
import { useFailures } from '@krapao/web/chat/use-failures.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleHelp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { errorText } from '../../app/errors.ts'
import { onChatEvents } from '../../app/live.ts'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { useDraft } from '../../app/use-draft.ts'
import { Empty } from '../../ui/empty.tsx'
import { toast } from '../../ui/toasts.ts'
import { ClaimBanner } from '../desk/public.ts'
import { ChatHead } from './chat-head.tsx'
import { CustomerPanel } from './customer-panel.tsx'
import { chatKey, type StaffChat } from './queries.ts'
import { ReplyButton, ReplyList } from './reply-picker.tsx'
import { useAssign } from './use-assign.ts'
import { useReplyPicker } from './use-reply-picker.ts'
import { useStaffClient } from './use-staff-client.ts'

type Operator = AnswerOf<'GET /api/console/me'>

/** One conversation: its messages, who answers it, and its customer. */
export function Conversation({
  id,
  operator,
  isCustomer,
  addressOf,
}: {
  id: string
  operator: Operator
  /** On narrow screens: the customer instead of the messages. */
  isCustomer: boolean
  addressOf(step: 'list' | 'chat' | 'customer'): string
}) {
  const { t } = useTranslation()
  const { client, state } = useStaffClient(id, operator.role)
  const failures = useFailures(state.entries, showFailure, errorText)
  const sendFile = (file: File) => failures.sendFile(client, file)
  // Put there by every answer of the engine's calls.
  const { data: chat } = useQuery<StaffChat>({ queryKey: chatKey(id), enabled: false })
  const isHeld = !!chat?.operator && chat.operator._id !== operator._id
  if (state.status === 'failed') {
    return (
      <div className="m-auto grid justify-items-center pb-10">
        <Problem failure={state.failure} onRetry={client.retry} />
        <Link href={addressOf('list')} className={cx(buttonClass('plain'), 'wide:hidden')}>
          {t('chats.back')}
        </Link>
      </div>
    )
  }
  return (
    <div className="relative flex min-h-120 flex-1 wide:grid wide:min-h-0 min-[1200px]:grid-cols-[minmax(0,1fr)_21rem]">
      <section
        aria-label={t('chats.title')}
        className={cx(
          // On phones the page does not scroll, its messages do.
          'absolute inset-0 flex-col wide:static wide:min-h-0',
          isCustomer ? 'hidden min-[1200px]:flex' : 'flex',
        )}
      >
        {chat && <ChatHead chat={chat} operator={operator} addressOf={addressOf} />}
        <ClaimBanner queue="chat" id={id} mayWork={may(operator.role, 'answerChats') && !isHeld} />
        <FileDrop
          onFile={sendFile}
          disabled={isHeld || !may(operator.role, 'answerChats')}
          className="flex min-h-0 flex-1 flex-col"
        >
          <HistoryView
            state={state}
            own="operator"
            actions={{
              onResend: client.resend,
              onRemove: client.remove,
              onStale: client.renewFile,
              reasonOf: failures.reasonOf,
            }}
            onOlder={client.loadOlder}
            onEnd={client.markRead}
            className="flex-1"
          />
        </FileDrop>
        {chat && <Answer chat={chat} client={client} operator={operator} isHeld={isHeld} onFile={sendFile} />}
      </section>
      <aside
        aria-label={t('chats.customer')}
        className={cx(
          'min-w-0 flex-1 bg-surface min-[1200px]:block min-[1200px]:overflow-y-auto min-[1200px]:border-l min-[1200px]:border-line wide:overflow-y-auto',
          !isCustomer && 'hidden',
        )}
      >
        <Link
          href={addressOf('chat')}
          className="inline-flex min-h-12 items-center gap-2 px-4 text-sm font-medium text-link min-[1200px]:hidden"
        >
          <ArrowLeft className="size-4.5 shrink-0" aria-hidden />
          {t('chats.toChat')}
        </Link>
        {chat && <CustomerPanel chat={chat} />}
      </aside>
    </div>
  )
}

type Client = ReturnType<typeof useStaffClient>['client']

const showFailure = (text: string) => toast('negative', text)

function Problem({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const { t } = useTranslation()
  const isUnknown = failure instanceof ApiError && ['NO_DATA', 'INVALID_REQUEST'].includes(failure.code)
  if (!isUnknown) return <NotLoaded error={failure} onRetry={onRetry} />
  return (
    <Empty
      icon={<CircleHelp className="size-8 text-ink-soft" aria-hidden />}
      title={t('chats.unknown')}
      text={t('chats.unknownText')}
    />
  )
}

/**
 * Where the answer is written. Who answers first holds the conversation; a colleague has to take it over
 * first.
 */
function Answer({
  chat,
  client,
  operator,
  isHeld,
  onFile,
}: {
  chat: StaffChat
  client: Client
  operator: Operator
  /** A colleague answers it. */
  isHeld: boolean
  onFile(file: File): void
}) {
  const { t } = useTranslation()
  const [text, setText, forget] = useDraft(`chat-${chat._id}`)
  const { assign, busy } = useAssign(chat)
  const input = useRef<HTMLTextAreaElement>(null)
  const picker = useReplyPicker(chat, { value: text, change: setText, input })
  const mayAnswer = may(operator.role, 'answerChats')
  const writing = useColleague(chat._id, operator._id)
  useEffect(() => {
    // Where there is a keyboard, answering begins without another step.
    if (matchMedia('(hover: hover) and (pointer: fine)').matches) input.current?.focus()
  }, [])
  if (!mayAnswer) {
    return (
      <p className="border-t border-line bg-card px-4 py-3 text-sm text-ink-soft">{t('chats.readOnly')}</p>
    )
  }
  return (
    <>
      <div role="status" className="text-sm">
        {writing && !isHeld && (
          <p className="bg-notice-soft px-4 py-2 text-notice">
            {t('chats.colleagueTyping', { name: writing })}
          </p>
        )}
        {chat.state === 'ended' && !isHeld && (
          <p className="bg-sunken px-4 py-2 text-ink-soft">{t('chats.isEnded')}</p>
        )}
      </div>
      {isHeld && (
        <div className="flex flex-wrap items-center gap-3 border-t border-line bg-notice-soft px-4 py-2 text-sm text-notice">
          <p className="min-w-0 flex-1">
            {writing
              ? t('chats.colleagueTyping', { name: writing })
              : t('chats.heldBy', { name: chat.operator?.name ?? '' })}
          </p>
          <button
            type="button"
            disabled={busy}
            className={cx(buttonClass('quiet'), 'min-h-11! py-1.5! text-sm!')}
            onClick={async () => {
              if (await assign(operator)) input.current?.focus()
            }}
          >
            {t('chats.takeOver')}
          </button>
        </div>
      )}
      <div className="relative">
        <ReplyList picker={picker} />
        <Composer
          value={text}
          onChange={picker.typing}
          onKeyDown={picker.onKeyDown}
          field={picker.field}
          tools={<ReplyButton picker={picker} disabled={isHeld} />}
          onSend={(written) => {
            client.sendText(written)
            forget()
          }}
          onFile={onFile}
          onTyped={client.typed}
          disabled={isHeld}
          inputRef={input}
        />
      </div>
    </>
  )
}

/** Milliseconds after which somebody who was writing is thought to have stopped. */
const typingFades = 5000

/** The name of a colleague who is writing here; undefined: nobody is. */
function useColleague(id: string, ownId: string): string | undefined {
  const [name, setName] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onChatEvents({
      typing(typingId, colleague) {
        if (typingId !== id || !colleague || colleague._id === ownId) return
        setName(colleague.name)
        clearTimeout(timer)
        timer = setTimeout(() => setName(undefined), typingFades)
      },
      // A new message may be what was being written.
      changed: (changedId) => changedId === id && setName(undefined),
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [id, ownId])
  return name
}
