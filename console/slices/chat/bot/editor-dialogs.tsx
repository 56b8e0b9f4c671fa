import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'

/** Asks before the draft answers customers. */
export function PublishDraftDialog({ publish, onClose }: { publish(): Promise<void>; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('chats.bot.publishDraftTitle')}
      text={t('chats.bot.publishText')}
      label={t('chats.bot.publish')}
      busyLabel={t('chats.bot.publishing')}
      onClose={onClose}
      run={publish}
    />
  )
}

/** Asks before the draft is thrown away, which cannot be taken back. */
export function DiscardDialog({ discard, onClose }: { discard(): void; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t('chats.bot.discardTitle')}
      text={t('chats.bot.discardText')}
      label={t('chats.bot.discard')}
      busyLabel={t('chats.bot.discard')}
      look="danger"
      onClose={onClose}
      run={async () => discard()}
    />
  )
}
