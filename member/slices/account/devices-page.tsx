import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { FailedCard } from '../../frame/calls/failed-card.tsx'
import { Card } from '../../ui/card.tsx'
import { confirm, toast } from '../../ui/overlay.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { deviceIcon, deviceName, type KnownDevice } from './device-name.ts'
import { Passkeys } from './passkey/passkeys.tsx'

type Devices = AnswerOf<'GET /api/account/devices'>
const key = ['account', 'devices']

/** Where the member is logged in, passkeys, and the latest logins (product.md §2 Devices). */
export default function DevicesPage() {
  const { t } = useTranslation()
  useTitle(t('account.devices.title'))
  const queries = useQueryClient()
  const devices = useQuery({ queryKey: key, queryFn: () => api('GET /api/account/devices'), staleTime: 0 })
  const changed = () => queries.invalidateQueries({ queryKey: key })

  return (
    <div className="grid grid-cols-1 gap-4">
      <PageHead title={t('account.devices.title')} back={t('account.devices.back')} to="/user/profile" />
      {!devices.data && devices.isError ? (
        <FailedCard error={devices.error} onRetry={() => devices.refetch()} />
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
  const [withAddresses, setWithAddresses] = useState(false)

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
            <div className="flex min-w-0 flex-[1_1_11rem] items-start gap-3">
              <Kind device={session} />
              <div className="min-w-0 flex-1">
                <p className="font-medium wrap-anywhere">
                  {deviceName(session)}
                  {session.isOwn && <Mark look="own">{t('account.devices.own')}</Mark>}
                </p>
                <Detail>
                  {t('account.devices.usedAt', { when: unbroken(formatMinute(session.lastUsedAt)) })}
                </Detail>
                {withAddresses && session.address && (
                  <Detail>{t('account.devices.address', { address: session.address })}</Detail>
                )}
              </div>
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
      {sessions?.some(({ address }) => address) && (
        <AddressSwitch isOn={withAddresses} onChange={setWithAddresses} />
      )}
    </Card>
  )
}

function Logins({ logins }: { logins: Devices['logins'] | undefined }) {
  const { t } = useTranslation()
  const [withAddresses, setWithAddresses] = useState(false)
  return (
    <Card>
      <h2 className="text-xl font-semibold">{t('account.devices.history')}</h2>
      {!logins && <Waiting rows={6} />}
      {logins?.length === 0 && <p className="mt-2 text-ink-soft">{t('account.devices.noHistory')}</p>}
      <ul className="mt-2 divide-y divide-line">
        {logins?.map((login) => (
          <li key={login._id} className="flex items-start gap-3 py-3">
            <Kind device={login} />
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">
                {deviceName(login)}
                {!login.succeeded && <Mark look="refused">{t('account.devices.refused')}</Mark>}
                {login.isNew && <Mark look="new">{t('account.devices.isNew')}</Mark>}
              </p>
              <Detail>
                {formatMinute(login.at)} · {t(`account.devices.way.${login.way}`)}
              </Detail>
              {withAddresses && <Detail>{t('account.devices.address', { address: login.address })}</Detail>}
            </div>
          </li>
        ))}
      </ul>
      {logins && logins.length > 0 && <AddressSwitch isOn={withAddresses} onChange={setWithAddresses} />}
    </Card>
  )
}

/** What kind of device it is, which its name says in words where it is known. */
function Kind({ device }: { device: KnownDevice }) {
  const Icon = deviceIcon(device)
  return <Icon className="mt-0.5 size-5 shrink-0 text-ink-soft" aria-hidden />
}

/**
 * The networks' parts of the addresses (rules.md §2.9) say nothing to most people, so they are shown to who
 * asks.
 */
function AddressSwitch({ isOn, onChange }: { isOn: boolean; onChange(isOn: boolean): void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      onClick={() => onChange(!isOn)}
      className="mt-1 -mb-2 flex min-h-11 items-center py-2 text-left text-sm font-medium text-pretty text-link underline"
    >
      {t(isOn ? 'account.devices.hideAddresses' : 'account.devices.showAddresses')}
    </button>
  )
}

/** A time that goes to the next line as a whole. */
const unbroken = (time: string): string => time.replaceAll(' ', '\u00a0')

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
        <div key={at} className="grid h-18.25 content-center gap-2">
          <Skeleton className="h-5 w-44 max-w-full" />
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>
      ))}
    </div>
  </Loading>
)
