import { type Language, languageNames, languages } from '@krapao/contract/languages.ts'
import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Select } from '@krapao/web/ui/select.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../../app/api.ts'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { useOperator } from '../../../app/use-operator.ts'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { MoreButton } from '../../../ui/more-button.tsx'
import { toast } from '../../../ui/toasts.ts'
import { formatWhen } from '../../../ui/when.ts'
import { ChatFrame } from '../chat-frame.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { type Bot, botKey, useBot, useBotVersions } from '../queries.ts'
import { PreviewPane } from './bot-preview.tsx'

import { hasDraft } from './kept-draft.ts'
import { useVersionName } from './newer-version.tsx'
import { savedWords } from './saved-words.ts'
import { WaitingVersion } from './waiting-version.tsx'

type Version = Omit<Bot, 'content' | 'inForce'>

/** What the chat's bot says: its versions, each to be tried as customers see it and to be published again. */
export function BotPage() {
  const { t } = useTranslation()
  useTitle(t('chats.bot.title'))
  const [chosen, setChosen] = useState<number>()
  const newest = useBot(undefined)
  const shown = useBot(chosen)
  const { operator } = useOperator()
  /**
   * The version that is asked about, and the newest one that the operator had seen then, whatever comes while
   * it is asked.
   */
  const [asked, setAsked] = useState<{ bot: Bot; basedOn: number }>()
  const latest = newest.data?.version
  const mayPublish = operator !== undefined && may(operator.role, 'editBot')
  const isOld =
    shown.data !== undefined && shown.data.version !== shown.data.inForce && shown.data.state !== 'WAITING'
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
        asked && (
          <PublishDialog {...asked} onDone={() => setChosen(undefined)} onClose={() => setAsked(undefined)} />
        )
      }
    >
      <div className="grid items-start gap-5 wide:grid-cols-[minmax(0,1fr)_26rem]">
        <Versions inForce={newest.data?.inForce} chosen={shown.data?.version} onChoose={setChosen} />
        <section aria-label={t('chats.bot.preview')} className="grid gap-3">
          {shown.data && <WaitingVersion bot={shown.data} />}
          {shown.data ? (
            <Preview key={shown.data.version} bot={shown.data} />
          ) : shown.error ? (
            <NotLoaded error={shown.error} onRetry={shown.refetch} />
          ) : (
            <LoadingRows className="h-40" count={2} />
          )}
          {mayPublish && isOld && shown.data && latest !== undefined && (
            <Button wide onClick={() => shown.data && setAsked({ bot: shown.data, basedOn: latest })}>
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
  inForce,
  chosen,
  onChoose,
}: {
  inForce: number | undefined
  chosen: number | undefined
  onChoose(version: number): void
}) {
  const { t } = useTranslation()
  const nameOfVersion = useVersionName()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useBotVersions()
  if (!data) {
    return error ? <NotLoaded error={error} onRetry={refetch} /> : <LoadingRows className="h-16" count={3} />
  }
  const shipped: Version = {
    version: 0,
    operator: null,
    at: null,
    state: 'APPROVED',
    newHosts: [],
    decided: null,
  }
  const all = [...data.pages.flatMap(({ versions }) => versions), ...(hasNextPage ? [] : [shipped])]
  return (
    <section aria-label={t('chats.bot.versions')}>
      <h2 className="mb-2 font-semibold">{t('chats.bot.versions')}</h2>
      <ul className="grid gap-1.5">
        {all.map(({ version, operator, at, state, decided }) => (
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
                {version === inForce && (
                  <span className="rounded-md bg-positive-soft px-1.5 text-xs text-positive">
                    {t('chats.bot.current')}
                  </span>
                )}
                {state !== 'APPROVED' && (
                  <span
                    className={cx(
                      'rounded-md px-1.5 text-xs',
                      state === 'WAITING' ? 'bg-notice-soft text-notice' : 'bg-sunken text-ink-soft',
                    )}
                  >
                    {t(`chats.waiting.state.${state}`)}
                  </span>
                )}
              </span>
              {operator && at && (
                <span className="text-ink-soft">
                  {t('chats.replies.by', { name: operator.name, at: formatWhen(at) })}
                </span>
              )}
              {decided && (state === 'APPROVED' || state === 'REFUSED') && (
                <span className="text-ink-soft wrap-anywhere">
                  {t(`chats.waiting.decided.${state}`, {
                    name: decided.operator.name,
                    at: formatWhen(decided.at),
                    reason: decided.reason,
                  })}
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
  const [language, setLanguage] = useState<Language>(languages.find((one) => one === i18n.language) ?? 'th')
  return (
    <>
      <h2 className="font-semibold">{t('chats.bot.preview')}</h2>
      <PreviewPane content={bot.content} language={language}>
        <Select
          aria-label={t('chats.fact.language')}
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
          room="w-fit"
        >
          {languages.map((one) => (
            <option key={one} value={one}>
              {languageNames[one]}
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
          const saved = await api('PUT /api/console/chat-bot', { basedOn, content: bot.content })
          toast(...savedWords(t, saved))
        } finally {
          queries.invalidateQueries({ queryKey: botKey })
        }
        onDone()
      }}
    />
  )
}
