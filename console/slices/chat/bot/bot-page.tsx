import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Select } from '@krapao/web/ui/select.tsx'
import { Failed } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { useOperator } from '../../../app/use-operator.ts'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { toast } from '../../../ui/toasts.ts'
import { formatWhen } from '../../../ui/when.ts'
import { ChatFrame } from '../chat-frame.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { type Bot, botKey, useBot, useBotVersions } from '../queries.ts'
import { PreviewPane } from './bot-preview.tsx'
import { type BotLanguage, botLanguages } from './draft.ts'
import { hasDraft } from './kept-draft.ts'
import { useVersionName } from './newer-version.tsx'

type Version = Omit<Bot, 'content'>

/** What the chat's bot says: its versions, each to be tried as customers see it and to be published again. */
export function BotPage() {
  const { t } = useTranslation()
  useTitle(t('chats.bot.title'))
  const [chosen, setChosen] = useState<number>()
  const newest = useBot(undefined)
  const shown = useBot(chosen)
  const { operator } = useOperator()
  const [isAsking, setAsking] = useState(false)
  const current = newest.data?.version
  const mayPublish = operator !== undefined && may(operator.role, 'editBot')
  const isOld = shown.data !== undefined && current !== undefined && shown.data.version !== current
  return (
    <ChatFrame
      title={t('chats.bot.title')}
      lead={t('chats.bot.lead')}
      action={
        mayPublish && (
          <Link href="/chats/bot/edit" className={buttonClass(isOld ? 'quiet' : 'primary')}>
            <SquarePen className="size-5 shrink-0" aria-hidden />
            {t(hasDraft(operator._id) ? 'chats.bot.editDraft' : 'chats.bot.edit')}
          </Link>
        )
      }
      outside={
        isAsking &&
        shown.data &&
        current !== undefined && (
          <PublishDialog
            bot={shown.data}
            basedOn={current}
            onDone={() => setChosen(undefined)}
            onClose={() => setAsking(false)}
          />
        )
      }
    >
      <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_26rem]">
        <Versions current={current} chosen={shown.data?.version} onChoose={setChosen} />
        <section aria-label={t('chats.bot.preview')} className="grid gap-3">
          {shown.data ? (
            <Preview key={shown.data.version} bot={shown.data} />
          ) : shown.error ? (
            <Failed text={errorText(shown.error)} onRetry={shown.refetch} />
          ) : (
            <LoadingRows className="h-40" count={2} />
          )}
          {mayPublish && isOld && (
            <Button wide onClick={() => setAsking(true)}>
              {t('chats.bot.publishAgain')}
            </Button>
          )}
        </section>
      </div>
    </ChatFrame>
  )
}

/** Who made which version and when, newest first; the one as shipped is the last. */
function Versions({
  current,
  chosen,
  onChoose,
}: {
  current: number | undefined
  chosen: number | undefined
  onChoose(version: number): void
}) {
  const { t } = useTranslation()
  const nameOfVersion = useVersionName()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useBotVersions()
  if (!data) {
    return error ? (
      <Failed text={errorText(error)} onRetry={refetch} />
    ) : (
      <LoadingRows className="h-16" count={3} />
    )
  }
  const shipped: Version = { version: 0, operator: null, at: null }
  const all = [...data.pages.flatMap(({ versions }) => versions), ...(hasNextPage ? [] : [shipped])]
  return (
    <section aria-label={t('chats.bot.versions')}>
      <h2 className="mb-2 font-semibold">{t('chats.bot.versions')}</h2>
      <ul className="grid gap-1.5">
        {all.map(({ version, operator, at }) => (
          <li key={version}>
            <button
              type="button"
              aria-pressed={version === chosen}
              onClick={() => onChoose(version)}
              className={cx(
                'grid min-h-11 w-full gap-0.5 rounded-xl border px-4 py-2.5 text-left text-sm',
                version === chosen ? 'border-link bg-sunken' : 'border-line bg-card hover:bg-sunken',
              )}
            >
              <span className="flex flex-wrap items-center gap-x-2 font-semibold">
                {nameOfVersion(version)}
                {version === current && (
                  <span className="rounded-md bg-positive-soft px-1.5 text-xs text-positive">
                    {t('chats.bot.current')}
                  </span>
                )}
              </span>
              {operator && at && (
                <span className="text-ink-soft">
                  {t('chats.replies.by', { name: operator.name, at: formatWhen(at) })}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <MoreButton label={t('chats.more')} busy={isFetchingNextPage} onClick={() => fetchNextPage()} />
      )}
    </section>
  )
}

/** The preview, in a language. */
function Preview({ bot }: { bot: Bot }) {
  const { t, i18n } = useTranslation()
  const [language, setLanguage] = useState<BotLanguage>(
    botLanguages.find((one) => one === i18n.language) ?? 'th',
  )
  return (
    <>
      <h2 className="font-semibold">{t('chats.bot.preview')}</h2>
      <PreviewPane content={bot.content} language={language}>
        <Select
          aria-label={t('chats.fact.language')}
          value={language}
          onChange={(event) => setLanguage(event.target.value as BotLanguage)}
          room="w-fit"
        >
          {botLanguages.map((one) => (
            <option key={one} value={one}>
              {t(`chats.language.${one}`)}
            </option>
          ))}
        </Select>
      </PreviewPane>
    </>
  )
}

function PublishDialog({
  bot,
  basedOn,
  onDone,
  onClose,
}: {
  bot: Bot
  /** The newest version that the operator has seen. */
  basedOn: number
  onDone(): void
  onClose(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      title={t('chats.bot.publishTitle')}
      text={t('chats.bot.publishText')}
      label={t('chats.bot.publishAgain')}
      busyLabel={t('chats.replies.saving')}
      onClose={onClose}
      run={async () => {
        try {
          const { version } = await api('PUT /api/console/chat-bot', { basedOn, content: bot.content })
          toast('positive', t('chats.bot.published', { version }))
        } finally {
          queries.invalidateQueries({ queryKey: botKey })
        }
        onDone()
      }}
    />
  )
}
