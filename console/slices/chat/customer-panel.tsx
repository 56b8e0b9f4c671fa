import { languageNames } from '@krapao/contract/languages.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { UserRoundX } from 'lucide-react'
import { Fact, PanelTitle } from '../../ui/panel.tsx'
import { formatWhen } from '../../ui/when.ts'
import { MemberSummary, Notes } from '../desk/public.ts'
import type { StaffChat } from './queries.ts'

/** What the staff know of a customer while they answer. */
export function CustomerPanel({ chat }: { chat: StaffChat }) {
  return (
    <div className="grid grid-cols-1 content-start gap-3 px-4 pb-6 wide:p-4">
      {chat.member ? (
        <MemberSummary memberId={chat.member._id} notes={<NotesOf chat={chat} />} />
      ) : (
        <>
          <Visitor chat={chat} />
          <NotesOf chat={chat} />
        </>
      )}
    </div>
  )
}

const NotesOf = ({ chat }: { chat: StaffChat }) => (
  <div className="rounded-2xl bg-card px-4 py-3">
    <Notes queue="chat" id={chat._id} />
  </div>
)

function Visitor({ chat }: { chat: StaffChat }) {
  const { t } = useTranslation()
  return (
    <section className="rounded-2xl bg-card px-4 py-3">
      <PanelTitle icon={<UserRoundX className="size-5 shrink-0 text-ink-soft" aria-hidden />}>
        {t('chats.visitor')}
      </PanelTitle>
      <p className="mb-2 text-sm text-ink-soft">{t('chats.visitorText')}</p>
      <dl className="grid gap-1 text-sm">
        <Fact name={t('chats.fact.language')}>{languageNames[chat.language]}</Fact>
        <Fact name={t('chats.fact.first')}>{formatWhen(chat.createdAt)}</Fact>
        <Fact name={t('chats.fact.lastAt')}>{formatWhen(chat.lastAt)}</Fact>
      </dl>
    </section>
  )
}
