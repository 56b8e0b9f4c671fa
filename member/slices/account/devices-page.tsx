import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { Card } from '../../ui/card.tsx'
import { confirm, toast } from '../../ui/overlay.tsx'
import { deviceName } from './device-name.ts'
import { Passkeys } from './passkey/passkeys.tsx'

type Devices = AnswerOf<'GET /api/account/devices'>
const key = ['account', 'devices']

/** Where the member is logged in, passkeys, and the latest logins (product.md §2 Devices). */
export default function DevicesPage() {
  const { t } = useTranslation()
  useTitle(t('account.devices.title'))
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const devices = useQuery({ queryKey: key, queryFn: () => api('GET /api/account/devices'), staleTime: 0 })
  const changed = () => queries.invalidateQueries({ queryKey: key })

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-center gap-1">
        <IconButton
          label={t('account.devices.back')}
          onClick={() => navigate('/user/profile')}
          className="-ml-3"
        >
          <ChevronLeft className="size-6" aria-hidden />
        </IconButton>
        <h1 className="text-2xl font-bold">{t('account.devices.title')}</h1>
      </div>
      {devices.isError ? (
        <Card>
          <Failed text={errorText(devices.error)} onRetry={() => devices.refetch()} />
        </Card>
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-2 wide:gap-6">
          <div className="grid grid-cols-1 gap-4">
            <Sessions sessions={devices.data?.sessions} changed={changed} />
            {devices.data?.passkeysPossible && <Passkeys keys={devices.data.passkeys} changed={changed} />}
          </div>
          <Logins logins={devices.data?.logins} />
        </div>
      )}
    </div>
  )
}

function Sessions({ sessions, changed }: { sessions: Devices['sessions'] | undefined; changed(): void }) {
  const { t } = useTranslation()
  const [ending, setEnding] = useState<string>()

  async function end(id: string, act: () => Promise<unknown>, done: string): Promise<void> {
    setEnding(id)
    try {
      await act()
      toast('positive', done)
    } catch (error) {
      toast('negative', errorText(error))
    }
    setEnding(undefined)
    changed()
  }

  async function endOthers(): Promise<void> {
    const yes = await confirm({
      title: t('account.devices.endOthersAsk'),
      text: t('account.devices.endOthersText'),
      confirm: t('account.devices.end'),
    })
    if (yes) await end('others', () => api('DELETE /api/account/sessions'), t('account.devices.endedOthers'))
  }

  return (
    <Card>
      <h2 className="text-xl font-semibold">{t('account.devices.here')}</h2>
      {!sessions && <Waiting rows={2} />}
      <ul className="mt-2 divide-y divide-line">
        {sessions?.map((session) => (
          <li key={session._id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <div className="min-w-0 flex-[1_1_11rem]">
              <p className="font-medium wrap-anywhere">
                {deviceName(session)}
                {session.isOwn && <Mark look="own">{t('account.devices.own')}</Mark>}
              </p>
              <Detail>{t('account.devices.usedAt', { when: formatMinute(session.lastUsedAt) })}</Detail>
              {session.address && (
                <Detail>{t('account.devices.address', { address: session.address })}</Detail>
              )}
            </div>
            {!session.isOwn && (
              <Button
                look="quiet"
                className="min-h-11! px-3! text-sm!"
                aria-label={t('account.devices.endNamed', { name: deviceName(session) })}
                busy={ending === session._id}
                busyLabel={t('ui.busy.sending')}
                disabled={ending !== undefined}
                onClick={() =>
                  end(
                    session._id,
                    () => api('DELETE /api/account/sessions/:id', { params: { id: session._id } }),
                    t('account.devices.ended'),
                  )
                }
              >
                {t('account.devices.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions && sessions.length > 1 && (
        <Button
          look="quiet"
          wide
          className="mt-3"
          busy={ending === 'others'}
          busyLabel={t('ui.busy.sending')}
          disabled={ending !== undefined}
          onClick={endOthers}
        >
          {t('account.devices.endOthers')}
        </Button>
      )}
    </Card>
  )
}

function Logins({ logins }: { logins: Devices['logins'] | undefined }) {
  const { t } = useTranslation()
  return (
    <Card>
      <h2 className="text-xl font-semibold">{t('account.devices.history')}</h2>
      {!logins && <Waiting rows={6} />}
      {logins?.length === 0 && <p className="mt-2 text-ink-soft">{t('account.devices.noHistory')}</p>}
      <ul className="mt-2 divide-y divide-line">
        {logins?.map((login) => (
          <li key={login._id} className="py-3">
            <p className="font-medium wrap-anywhere">
              {deviceName(login)}
              {!login.succeeded && <Mark look="refused">{t('account.devices.refused')}</Mark>}
              {login.isNew && <Mark look="new">{t('account.devices.isNew')}</Mark>}
            </p>
            <Detail>
              {formatMinute(login.at)} · {t(`account.devices.way.${login.way}`)}
            </Detail>
            <Detail>{t('account.devices.address', { address: login.address })}</Detail>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const marks = {
  own: 'bg-positive-soft text-positive',
  new: 'bg-notice-soft text-notice',
  refused: 'bg-negative-soft text-negative',
}

const Mark = ({ look, children }: { look: keyof typeof marks; children: ReactNode }) => (
  <span className={`ml-2 inline-block rounded-full px-2.5 py-0.5 text-xs font-semibold ${marks[look]}`}>
    {children}
  </span>
)

const Detail = ({ children }: { children: ReactNode }) => (
  <p className="text-sm wrap-anywhere text-ink-soft">{children}</p>
)

/** As high as the rows that come. */
const Waiting = ({ rows }: { rows: number }) => (
  <Loading>
    <div className="mt-2 divide-y divide-line">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are their places
        <div key={at} className="grid h-24 content-center gap-2">
          <Skeleton className="h-5 w-44 max-w-full" />
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>
      ))}
    </div>
  </Loading>
)
