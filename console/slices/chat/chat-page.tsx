import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useOperator } from '../../app/use-operator.ts'
import { Empty } from '../../ui/empty.tsx'
import { ChatList } from './chat-list.tsx'
import { Conversation } from './conversation.tsx'
import { type View, views } from './queries.ts'

/**
 * Who waits, the chosen conversation, and its customer beside it. On narrow screens each fills the page:
 * list, conversation, customer.
 */
export function ChatPage({ id, isCustomer }: { id: string | undefined; isCustomer: boolean }) {
  const { t } = useTranslation()
  useTitle(t('chats.title'))
  const { operator } = useOperator()
  const place = usePlaceInAddress(id)
  return (
    <div className="flex flex-1 flex-col wide:grid wide:min-h-0 wide:grid-cols-[20rem_minmax(0,1fr)]">
      <h1 className="sr-only">{t('chats.title')}</h1>
      <div className={cx('wide:block wide:overflow-y-auto wide:border-r wide:border-line', id && 'hidden')}>
        <ChatList id={id} {...place} />
      </div>
      {id && operator ? (
        <Conversation
          key={id}
          id={id}
          operator={operator}
          isCustomer={isCustomer}
          addressOf={(step) =>
            `/chats${step === 'list' ? '' : `/${id}`}${step === 'customer' ? '/customer' : ''}${place.query}`
          }
        />
      ) : (
        <div className="m-auto hidden pb-10 wide:block">
          <Empty
            icon={<MessagesSquare className="size-8 text-ink-soft" aria-hidden />}
            title={t('chats.choose')}
          />
        </div>
      )}
    </div>
  )
}

/** The view and the search, which the address keeps: a reload and the back button find the same list. */
function usePlaceInAddress(id: string | undefined) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const asked = new URLSearchParams(search)
  const view: View = views.find((one) => one === asked.get('view')) ?? 'waiting'
  const [typed, setTyped] = useState((asked.get('search') ?? '').slice(0, 80))
  const here = `/chats${id ? `/${id}` : ''}`
  const queryOf = (next: { view: View; search: string }) => {
    const values = new URLSearchParams({
      ...(next.view !== 'waiting' && { view: next.view }),
      ...(next.search.trim() && { search: next.search.trim() }),
    }).toString()
    return values && `?${values}`
  }
  return {
    view,
    typed,
    query: queryOf({ view, search: typed }),
    queryOf: (next: View) => queryOf({ view: next, search: '' }),
    find(text: string) {
      setTyped(text)
      navigate(`${here}${queryOf({ view, search: text })}`, { replace: true })
    },
  }
}
