import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Ban, CloudOff } from 'lucide-react'
import { useConnection } from './connection.ts'
import { useSuspended } from './suspended.ts'

/**
 * A notice about the whole app: no network, a server that cannot be reached, or an account that was suspended while its
 * member was logged in. It lies over the page, so that no button moves while somebody presses it.
 */
export function AppNotice() {
  const { t } = useTranslation()
  const connection = useConnection()
  const suspended = useSuspended()
  const text = {
    offline: () => t('ui.offline'),
    unreachable: () => t('ui.unreachable'),
    online: () => (suspended ? t('errorMsg.INACTIVE_USER') : undefined),
  }[connection]()
  const Icon = connection === 'online' ? Ban : CloudOff
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 bottom-[calc(6rem+env(safe-area-inset-bottom))] z-30 mx-auto grid w-auto max-w-md justify-items-center wide:bottom-6"
    >
      {text && (
        <p className="toast flex items-start gap-2.5 rounded-2xl border border-line bg-card px-4 py-2.5 text-sm font-medium text-pretty shadow-card">
          <Icon className="mt-0.5 size-5 shrink-0 text-notice" aria-hidden />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}
