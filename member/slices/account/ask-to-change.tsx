import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Link } from 'wouter'
import { openChat, useChat } from '../../frame/chat/chat-opener.ts'

const look = 'flex min-h-11 items-center py-2 text-left text-sm font-medium text-pretty text-link underline'

/**
 * What only the team changes (rules.md §2.6), with the door to it: the chat, with the wish in its text box,
 * else the page of contact.
 */
export function AskToChange({ what }: { what: 'phone' | 'bank' }) {
  const { t } = useTranslation()
  const { isOffered } = useChat()
  const text = t(`account.profile.locked.${what}`)
  return isOffered ? (
    <button
      type="button"
      className={look}
      onClick={() => openChat({ text: t(`account.profile.wish.${what}`) })}
    >
      {text}
    </button>
  ) : (
    <Link href="/user/contact" className={look}>
      {text}
    </Link>
  )
}
