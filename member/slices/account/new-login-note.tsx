import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { keptPhone } from '../../frame/calls/session.ts'
import { lazyModal } from '../../frame/load/lazy-modal.tsx'
import { toast } from '../../ui/overlay.tsx'
import { deviceName } from './device-name.ts'

const ChangePassword = lazyModal(
  ['account', 'account/person'],
  () => import('./change-password-modal.tsx'),
  'account.password.change',
)

export type NewLogin = AnswerOf<'GET /api/account/logins/new'>['logins'][number]

/**
 * Asks about a login from a new device. Who says that it was somebody else logs it out and changes the
 * password.
 */
export default function NewLoginNote({
  login,
  onAnswered,
}: {
  login: NewLogin | undefined
  onAnswered(id: string): void
}) {
  const { t } = useTranslation()
  const [answering, setAnswering] = useState<'yes' | 'no'>()
  const [changing, setChanging] = useState(false)

  async function answer(said: 'yes' | 'no', { _id }: NewLogin): Promise<void> {
    setAnswering(said)
    try {
      const isMine = said === 'yes'
      await api('POST /api/account/logins/:id/answer', { params: { id: _id }, isMine })
      onAnswered(_id)
      if (!isMine) {
        toast('neutral', t('account.devices.new.expelled'))
        setChanging(true)
      }
    } catch (error) {
      toast('negative', errorText(error))
    }
    setAnswering(undefined)
  }

  return (
    <>
      {login && (
        <section
          aria-label={t('account.devices.new.title')}
          className="mb-4 grid grid-cols-1 gap-3 rounded-card border border-line bg-card p-4 shadow-card"
        >
          <div className="flex items-start gap-3" role="status">
            <ShieldAlert className="mt-0.5 size-6 shrink-0 text-notice" aria-hidden />
            <div className="min-w-0">
              <h2 className="font-semibold">{t('account.devices.new.title')}</h2>
              <p className="text-sm wrap-anywhere text-ink-soft">
                {t('account.devices.new.text', { name: deviceName(login), when: formatMinute(login.at) })}
              </p>
            </div>
          </div>
          <div className="flex flex-wrap gap-2 *:min-w-[min(8.25rem,100%)] *:flex-1">
            <Button
              look="quiet"
              busy={answering === 'yes'}
              busyLabel={t('ui.busy.sending')}
              disabled={answering !== undefined}
              onClick={() => answer('yes', login)}
            >
              {t('account.devices.new.yes')}
            </Button>
            <Button
              look="danger"
              busy={answering === 'no'}
              busyLabel={t('ui.busy.sending')}
              disabled={answering !== undefined}
              onClick={() => answer('no', login)}
            >
              {t('account.devices.new.no')}
            </Button>
          </div>
        </section>
      )}
      {changing && <ChangePassword username={keptPhone()} onClose={() => setChanging(false)} />}
    </>
  )
}
