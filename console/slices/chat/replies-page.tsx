import { languageNames, languages, languageTags } from '@krapao/contract/languages.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Lock, MessageSquareQuote, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { useOperator } from '../../app/use-operator.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { toast } from '../../ui/toasts.ts'
import { formatWhen } from '../../ui/when.ts'
import { ChatFrame } from './chat-frame.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { repliesKey, useReplies } from './queries.ts'
import { ReplyForm } from './reply-form.tsx'
import { type CannedReply, editedOf, matching, saysSomething } from './reply-text.ts'
import { WaitingNote } from './waiting-text.tsx'

/** The canned replies: all who answer read them, owner and support write them. */
export function RepliesPage() {
  const { t } = useTranslation()
  useTitle(t('chats.replies.title'))
  const { operator } = useOperator()
  const mayEdit = operator !== undefined && may(operator.role, 'editReplies')
  const { data, error, refetch } = useReplies(true)
  const [search, setSearch] = useState('')
  const [editing, setEditing] = useState<CannedReply | 'new'>()
  const [removing, setRemoving] = useState<CannedReply>()
  const found = data && matching(data.replies, search)
  return (
    <ChatFrame
      title={t('chats.replies.title')}
      lead={t('chats.replies.lead')}
      action={
        data &&
        mayEdit && (
          <Button icon={<Plus className="size-5 shrink-0" aria-hidden />} onClick={() => setEditing('new')}>
            {t('chats.replies.add')}
          </Button>
        )
      }
      outside={
        <>
          {editing && (
            <ReplyForm
              reply={editing === 'new' ? undefined : editing}
              onClose={() => setEditing(undefined)}
            />
          )}
          {removing && <RemoveDialog reply={removing} onClose={() => setRemoving(undefined)} />}
        </>
      }
    >
      {data && data.replies.length > 0 && (
        <search className="mb-4 block">
          <Field
            label={t('chats.replies.search')}
            name="search"
            type="search"
            autoComplete="off"
            maxLength={80}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </search>
      )}
      {error instanceof ApiError && error.code === 'FORBIDDEN' ? (
        <Empty icon={<Lock className="size-8 text-ink-soft" aria-hidden />} title={errorText(error)} />
      ) : error && !data ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : !found ? (
        <LoadingRows className="h-24" count={4} />
      ) : found.length > 0 ? (
        <ul className="divide-y divide-line rounded-card bg-card px-5 shadow-card">
          {found.map((reply) => (
            <li key={reply._id} className="py-3.5">
              <Row
                reply={reply}
                {...(mayEdit && { onEdit: () => setEditing(reply), onRemove: () => setRemoving(reply) })}
              />
            </li>
          ))}
        </ul>
      ) : search.trim() ? (
        <Empty
          icon={<SearchX className="size-8 text-ink-soft" aria-hidden />}
          title={t('chats.replies.foundNone')}
        />
      ) : (
        <Empty
          icon={<MessageSquareQuote className="size-8 text-ink-soft" aria-hidden />}
          title={t('chats.replies.none')}
          text={t('chats.replies.noneText')}
        />
      )}
    </ChatFrame>
  )
}

function Row({ reply, onEdit, onRemove }: { reply: CannedReply; onEdit?(): void; onRemove?(): void }) {
  const { t } = useTranslation()
  const { texts, operator, at, waiting } = reply
  const { shortcut } = saysSomething(reply) ? reply : editedOf(reply)
  return (
    <article className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 className="min-w-[min(9rem,100%)] flex-1 text-base font-semibold wrap-anywhere">/{shortcut}</h2>
        <div className="-mx-3 flex flex-wrap">
          {onEdit && (
            <Button
              look="plain"
              className="px-3!"
              aria-label={t('chats.replies.changeOf', { shortcut })}
              onClick={onEdit}
            >
              {t('chats.replies.change')}
            </Button>
          )}
          {onRemove && (
            <Button
              look="plain"
              className="px-3!"
              aria-label={t('chats.replies.removeOf', { shortcut })}
              onClick={onRemove}
            >
              {t('chats.replies.remove')}
            </Button>
          )}
        </div>
      </div>
      {saysSomething(reply) ? (
        <>
          <Texts texts={texts} />
          <p className="text-xs text-ink-soft">
            {operator
              ? t('chats.replies.by', { name: operator.name, at: formatWhen(at) })
              : t('chats.replies.shipped')}
          </p>
        </>
      ) : (
        <p className="text-ink-soft">{t('chats.waiting.nothingYet')}</p>
      )}
      {waiting && <Waiting reply={reply} waiting={waiting} />}
    </article>
  )
}

const Texts = ({ texts }: Pick<CannedReply, 'texts'>) => (
  <dl className="grid gap-1.5">
    {languages
      .filter((language) => texts[language] !== '')
      .map((language) => (
        <div key={language}>
          <dt className="text-xs text-ink-soft">{languageNames[language]}</dt>
          <dd lang={languageTags[language]} className="whitespace-pre-wrap wrap-anywhere">
            {texts[language]}
          </dd>
        </div>
      ))}
  </dl>
)

/** What of a reply waits for a second person, as it would be. */
function Waiting({
  reply: { _id, version },
  waiting,
}: {
  reply: CannedReply
  waiting: NonNullable<CannedReply['waiting']>
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return (
    <div className="grid gap-2 rounded-card border border-line p-3">
      <h3 className="font-semibold wrap-anywhere">
        {t('chats.waiting.proposed', { shortcut: waiting.shortcut })}
      </h3>
      <Texts texts={waiting.texts} />
      <WaitingNote
        // The dialog of one text decides no other.
        key={version}
        waiting={waiting}
        title={`/${waiting.shortcut}`}
        send={(verdict, reason) =>
          api(`POST /api/console/chat-replies/:id/${verdict}`, {
            params: { id: _id },
            version,
            reason,
          }).finally(() => queries.invalidateQueries({ queryKey: repliesKey }))
        }
      />
    </div>
  )
}

function RemoveDialog({ reply, onClose }: { reply: CannedReply; onClose(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      title={t('chats.replies.removeTitle', { shortcut: reply.shortcut })}
      text={t('chats.replies.removeText')}
      label={t('chats.replies.remove')}
      busyLabel={t('chats.replies.saving')}
      look="danger"
      onClose={onClose}
      run={async () => {
        try {
          await api(
            'DELETE /api/console/chat-replies/:id',
            { params: { id: reply._id } },
            { query: { version: String(reply.version) } },
          )
        } finally {
          queries.invalidateQueries({ queryKey: repliesKey })
        }
        toast('positive', t('chats.replies.removed', { shortcut: reply.shortcut }))
      }}
    />
  )
}
