import { i18n } from '@krapao/web/i18n/i18n.ts'
import type { Counted, StaffChat } from './queries.ts'

/** The customer's name as the staff see it. */
export const nameOf = ({ member }: Pick<StaffChat, 'member'>): string =>
  member?.name ?? i18n.t('chats.visitor')

/** One line of a conversation's newest message. */
export function previewOf({ preview }: Pick<StaffChat, 'preview'>): string {
  if (!preview) return i18n.t('chats.preview.none')
  switch (preview.message_type) {
    case 'text':
      return preview.payload.message
    case 'postback':
      return preview.payload.title
    case 'buttons':
    case 'quick_replies':
      return preview.payload.message
    case 'media':
      return i18n.t(`chats.preview.${preview.payload.fileType}`)
    default:
      return i18n.t('chats.preview.cards')
  }
}

/** Whether the staff answer now, and until when that is so. */
export function hoursText({ isOpen, closedFrom, closedUntil }: Counted): string {
  if (!isOpen) return i18n.t('chats.hours.away', { time: closedUntil })
  if (closedFrom === closedUntil) return i18n.t('chats.hours.open')
  return i18n.t('chats.hours.until', { time: closedFrom })
}
