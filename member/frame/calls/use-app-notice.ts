import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useConnection } from './connection.ts'
import { useSuspended } from './suspended.ts'

/** What is wrong with the whole app, in words; undefined: nothing. */
export function useAppNotice(): string | undefined {
  const { t } = useTranslation()
  const connection = useConnection()
  const suspended = useSuspended()
  if (connection !== 'online') return t(`ui.${connection}`)
  return suspended ? t('errorMsg.INACTIVE_USER') : undefined
}
