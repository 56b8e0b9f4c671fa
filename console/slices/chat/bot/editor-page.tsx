import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ArrowLeft, Lock } from 'lucide-react'
import { Link } from 'wouter'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { useOperator } from '../../../app/use-operator.ts'
import { Empty } from '../../../ui/empty.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { useBot } from '../queries.ts'
import { Editor } from './editor.tsx'

/** The page on which operators write what the bot says. */
export function BotEditorPage() {
  const { t } = useTranslation()
  useTitle(t('chats.bot.editTitle'))
  const { operator } = useOperator()
  const { data: newest, error, refetch } = useBot(undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="relative flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto max-w-6xl px-4 py-5">
        <Link
          href="/chats/bot"
          className="inline-flex min-h-11 items-center gap-2 text-sm font-medium text-link"
        >
          <ArrowLeft className="size-4.5 shrink-0" aria-hidden />
          {t('chats.bot.title')}
        </Link>
        <h1 className="text-xl font-semibold">{t('chats.bot.editTitle')}</h1>
        {operator && !may(operator.role, 'editBot') ? (
          <Empty
            icon={<Lock className="size-8 text-ink-soft" aria-hidden />}
            title={t('operatorMsg.FORBIDDEN')}
          />
        ) : operator && newest ? (
          <Editor key={operator._id} operatorId={operator._id} newest={newest} />
        ) : error ? (
          <NotLoaded error={error} onRetry={refetch} />
        ) : (
          <LoadingRows className="h-16" count={5} />
        )}
      </div>
    </div>
  )
}
