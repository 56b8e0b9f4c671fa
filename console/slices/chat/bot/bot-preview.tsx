import { type Language, languageTags } from '@krapao/contract/languages.ts'
import { Composer } from '@krapao/web/chat/composer.tsx'
import { HistoryView } from '@krapao/web/chat/history-view.tsx'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Bot } from '../queries.ts'
import { useBotPreview } from './use-bot-preview.ts'

/** A button that is pressed when the preview begins; `count` distinguishes one start from the next. */
export interface Start {
  count: number
  title: string
  payload: string
}

/**
 * The bot to talk to, within the opening hours or outside of them; another choice begins anew.
 * @param start begins the talk at a step
 * @param children further choices
 */
export function PreviewPane({
  content,
  language,
  start,
  children,
}: {
  content: Bot['content']
  language: Language
  start?: Start | undefined
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {children}
        <label className="inline-flex min-h-11 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-5 shrink-0"
            checked={!isOpen}
            onChange={(event) => setOpen(!event.target.checked)}
          />
          {t('chats.bot.closed')}
        </label>
      </div>
      <BotPreview
        key={`${language} ${isOpen} ${start?.count}`}
        content={content}
        language={language}
        isOpen={isOpen}
        start={start}
      />
    </>
  )
}

const nothing = () => {}

/** The bot as customers see it, to talk to; nothing of it is sent or kept. */
function BotPreview({
  content,
  language,
  isOpen,
  start,
}: {
  content: Bot['content']
  language: Language
  /** Whether the preview is within the opening hours. */
  isOpen: boolean
  start: Start | undefined
}) {
  const { t } = useTranslation()
  const { state, isWithStaff, send, restart } = useBotPreview(content, { language, isOpen, start })
  const [text, setText] = useState('')
  return (
    <div
      lang={languageTags[language]}
      className="flex h-[min(36rem,75dvh)] flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <HistoryView
        state={state}
        own="customer"
        greeting={content.greeting[language]}
        actions={{
          onButton: ({ type, title, payload }) =>
            send(
              type === 'postback'
                ? { message_type: 'postback', payload: { title, payload } }
                : { message_type: 'text', payload: { message: title } },
            ),
        }}
        onOlder={nothing}
        onEnd={nothing}
        className="flex-1"
      />
      <div role="status">
        {isWithStaff && (
          <p className="bg-notice-soft px-4 py-2 text-sm text-notice">{t('chats.bot.withStaff')}</p>
        )}
      </div>
      <Composer
        value={text}
        onChange={setText}
        onSend={(message) => send({ message_type: 'text', payload: { message } })}
      />
      <Button
        look="plain"
        icon={<RotateCcw className="size-4.5 shrink-0" aria-hidden />}
        disabled={state.entries.length === 0}
        onClick={restart}
      >
        {t('chats.bot.restart')}
      </Button>
    </div>
  )
}
