import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { useKeys } from '../../app/keys.tsx'
import { type StaffChat, useReplies } from './queries.ts'
import { type CannedReply, fillIn, matching, replyIn, saysSomething, shortcutIn } from './reply-text.ts'

/**
 * Chooses a canned reply for an answer. It opens when `/` begins the answer, and by its button; the text
 * field keeps the focus, and its arrow keys, Enter and Escape act on the list.
 * @param change puts a text into the field
 */
export function useReplyPicker(
  chat: Pick<StaffChat, 'language' | 'member'>,
  {
    value,
    change,
    input,
  }: {
    value: string
    change(text: string): void
    input: RefObject<HTMLTextAreaElement | null>
  },
) {
  const { t } = useTranslation()
  const id = useId()
  const [isAsked, setAsked] = useState(false)
  const [closedFor, setClosedFor] = useState<string>()
  const [chosen, setChosen] = useState(0)
  const typed = shortcutIn(value)
  const isOpen = isAsked || (typed !== undefined && closedFor !== value)
  const { data, error, refetch } = useReplies(isOpen)
  const found = data ? matching(data.replies.filter(saysSomething), typed ?? '') : undefined
  const at = Math.min(chosen, (found?.length ?? 1) - 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at the first reply again
  useEffect(() => setChosen(0), [typed])
  useEffect(() => {
    if (isOpen) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at, isOpen])

  const open = () => {
    setClosedFor(undefined)
    setAsked(true)
    input.current?.focus()
  }
  useKeys(t('chats.replies.title'), [{ key: '/', label: t('chats.replies.insert'), run: open }])

  function close(): void {
    setAsked(false)
    setClosedFor(value)
    setChosen(0)
  }

  function choose(reply: CannedReply): void {
    const text = fillIn(replyIn(reply, chat.language).text, chat.member?.name)
    const field = input.current
    // A shortcut is replaced; an answer that is begun already keeps its words.
    const from = typed === undefined ? (field?.selectionStart ?? value.length) : 0
    const to = typed === undefined ? (field?.selectionEnd ?? value.length) : value.length
    change(value.slice(0, from) + text + value.slice(to))
    setAsked(false)
    setClosedFor(undefined)
    setChosen(0)
    field?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!isOpen || event.nativeEvent.isComposing) return
    const count = found?.length ?? 0
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const reply = found?.[at]
    if (event.key === 'Escape') close()
    else if (step && count > 0) setChosen((at + step + count) % count)
    else if (event.key === 'Enter' || (event.key === 'Tab' && reply)) {
      // A shortcut that nothing has is not sent to the customer by mistake; Escape closes the list first.
      if (reply) choose(reply)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    id,
    isOpen,
    found,
    at,
    error,
    language: chat.language,
    name: chat.member?.name,
    retry: () => void refetch(),
    toggle: () => (isOpen ? close() : open()),
    choose,
    onKeyDown,
    /** Typing after the button was pressed goes on with the answer itself. */
    typing(text: string): void {
      if (shortcutIn(text) === undefined) setAsked(false)
      change(text)
    },
    field: {
      'aria-autocomplete': 'list',
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen && at >= 0 && found?.[at] ? `${id}-${at}` : undefined,
    } as const,
  }
}

export type ReplyPicker = ReturnType<typeof useReplyPicker>
