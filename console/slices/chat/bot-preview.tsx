import { Composer } from '@krapao/web/chat/composer.tsx'
import { HistoryView } from '@krapao/web/chat/history-view.tsx'
import { Button } from '@krapao/web/ui/button.tsx'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Bot } from './queries.ts'
import { type BotLanguage, useBotPreview } from './use-bot-preview.ts'

const nothing = () => {}

/** The bot as customers see it, to talk to; nothing of it is sent or kept. */
export function BotPreview({
  content,
  language,
  isOpen,
}: {
  content: Bot['content']
  language: BotLanguage
  /** Whether the preview is within the opening hours. */
  isOpen: boolean
}) {
  const { t } = useTranslation()
  const { state, isWithStaff, send, restart } = useBotPreview(content, language, isOpen)
  const [text, setText] = useState('')
  return (
    <div
      lang={language === 'la' ? 'lo' : language}
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
