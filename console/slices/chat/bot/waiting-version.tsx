import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../app/api.ts'
import { type Bot, botKey } from '../queries.ts'
import { WaitingNote } from '../waiting-text.tsx'

/**
 * That a version of the bot waits for a second person, and the decision about it; nothing of one that does
 * not.
 */
export function WaitingVersion({ bot }: { bot: Bot }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  if (bot.state !== 'WAITING') return null
  return (
    <WaitingNote
      // The dialog of one version decides no other.
      key={bot.version}
      waiting={bot}
      title={t('chats.bot.version', { version: bot.version })}
      send={(verdict, reason) =>
        api(`POST /api/console/chat-bot/versions/:version/${verdict}`, {
          params: { version: String(bot.version) },
          reason,
        }).finally(() => queries.invalidateQueries({ queryKey: botKey }))
      }
    />
  )
}
