import type { AnswerOf } from '@krapao/contract/client.ts'
import { languageNames } from '@krapao/contract/languages.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Select } from '@krapao/web/ui/select.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, CircleCheck, Headset, UserRound } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { api } from '../../app/api.ts'
import { toast } from '../../ui/toasts.ts'
import { useNext, WorkBar } from '../desk/public.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { chatKey, type StaffChat, useAnswerers } from './queries.ts'
import { useAssign } from './use-assign.ts'
import { nameOf } from './words.ts'

/** Whose conversation it is, who answers it, and how it is ended. */
export function ChatHead({
  chat,
  operator,
  addressOf,
}: {
  chat: StaffChat
  operator: AnswerOf<'GET /api/console/me'>
  addressOf(step: 'list' | 'customer'): string
}) {
  const { t } = useTranslation()
  const [isEnding, setEnding] = useState(false)
  const mayAnswer = may(operator.role, 'answerChats')
  const next = useNext('chat')
  const [, navigate] = useLocation()

  /** Opens the next free conversation; where there is none, or it cannot be asked for, the list. */
  async function goOn(): Promise<void> {
    if (!(await next.open().catch(() => false))) navigate(addressOf('list'))
  }
  const around = 'inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken'
  return (
    <div className="flex flex-wrap items-center gap-x-2 border-b border-line bg-card px-2 py-1.5 wide:px-4">
      <Link href={addressOf('list')} aria-label={t('chats.back')} className={cx(around, 'wide:hidden')}>
        <ArrowLeft className="size-5" aria-hidden />
      </Link>
      <div className="min-w-[min(10rem,50%)] flex-1">
        <h2 className="font-semibold wrap-break-word">{nameOf(chat)}</h2>
        <p className="text-xs text-ink-soft">
          {t(`chats.state.${chat.state}`)} · {languageNames[chat.language]}
        </p>
      </div>
      {/* On phones in a row of its own, so that the name keeps its room; with large letters in two. On wide screens where it has to. */}
      <div className="order-last flex w-full flex-wrap items-center gap-2 px-2 pb-1 wide:w-auto wide:p-0">
        <Answerer chat={chat} operator={operator} disabled={!mayAnswer} />
        {mayAnswer && chat.state !== 'ended' && <WorkBar queue="chat" id={chat._id} onLeft={goOn} compact />}
        {mayAnswer && chat.state !== 'ended' && (
          <button
            type="button"
            className={cx(buttonClass('quiet'), 'min-h-11! px-3! py-1.5! text-sm!')}
            onClick={() => setEnding(true)}
          >
            <CircleCheck className="size-4.5 shrink-0 max-[359px]:hidden" aria-hidden />
            {t('chats.end')}
          </button>
        )}
      </div>
      <Link
        href={addressOf('customer')}
        aria-label={t('chats.toCustomer')}
        className={cx(around, 'min-[1200px]:hidden')}
      >
        <UserRound className="size-5" aria-hidden />
      </Link>
      {isEnding && <EndModal chat={chat} onClose={() => setEnding(false)} />}
    </div>
  )
}

/** Who answers; a choice for who may answer too. */
function Answerer({
  chat,
  operator,
  disabled,
}: {
  chat: StaffChat
  operator: { _id: string; name: string }
  disabled: boolean
}) {
  const { t } = useTranslation()
  const id = useId()
  const { data } = useAnswerers()
  const { assign, busy } = useAssign(chat)
  const others = (data?.operators ?? []).filter(({ _id }) => _id !== operator._id)
  // Somebody who may no longer answer, or before the list is there.
  const isListed = !chat.operator || [operator, ...others].some(({ _id }) => _id === chat.operator?._id)
  const all = [operator, ...others, ...(isListed || !chat.operator ? [] : [chat.operator])]
  return (
    <div className="flex min-w-[min(7.5rem,100%)] flex-1 items-center gap-2 wide:flex-none">
      <label htmlFor={id} className="shrink-0 text-sm text-ink-soft">
        <Headset className="size-4.5 wide:hidden" aria-hidden />
        <span className="sr-only wide:not-sr-only">{t('chats.answerer')}</span>
      </label>
      <Select
        id={id}
        value={chat.operator?._id ?? ''}
        disabled={disabled || busy}
        onChange={(event) => assign(all.find(({ _id }) => _id === event.target.value) ?? null)}
        room="min-w-0 flex-1 wide:w-52"
        className="min-h-11! py-1! text-sm!"
      >
        <option value="">{t('chats.nobody')}</option>
        {all.map((one) => (
          <option key={one._id} value={one._id}>
            {one._id === operator._id ? t('chats.me', { name: one.name }) : one.name}
          </option>
        ))}
      </Select>
    </div>
  )
}

function EndModal({ chat, onClose }: { chat: StaffChat; onClose(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      title={t('chats.endTitle')}
      text={t('chats.endText')}
      label={t('chats.end')}
      busyLabel={t('chats.ending')}
      onClose={onClose}
      run={async () => {
        const ended = await api('POST /api/console/chats/:id/end', {
          params: { id: chat._id },
          session_id: chat.session_id,
        })
        queries.setQueryData(chatKey(chat._id), ended)
        toast('positive', t('chats.ended'))
      }}
    />
  )
}
