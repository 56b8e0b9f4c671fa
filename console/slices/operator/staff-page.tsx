import { ApiError } from '@krapao/web/api/client.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate } from '@krapao/web/ui/format.ts'
import { useQuery } from '@tanstack/react-query'
import { Lock, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { useOperator } from '../../app/use-operator.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { AddStaffModal } from './add-staff-modal.tsx'
import { ChangeStaffModal, type Staff } from './change-staff-modal.tsx'
import { type Given, OneTimeModal } from './one-time-modal.tsx'
import { StaffRequests } from './staff-requests.tsx'

/** The operators of the console; for owners. */
export function StaffPage() {
  const { t } = useTranslation()
  useTitle(t('operator.staff.title'))
  const { data, error, refetch } = useQuery({
    queryKey: ['staff', 'people'],
    queryFn: ({ signal }) => api('GET /api/console/staff', { signal }),
  })
  const [isAdding, setAdding] = useState(false)
  const [changing, setChanging] = useState<Staff>()
  const [given, setGiven] = useState<Given>()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <div className="flex-1 overflow-y-auto" tabIndex={0}>
      <div className="mx-auto max-w-6xl px-4 py-5">
        <div className="mb-4 flex flex-wrap items-start gap-3">
          <div className="min-w-[min(15rem,100%)] flex-1">
            <h1 className="text-xl font-semibold">{t('operator.staff.title')}</h1>
            <p className="text-sm text-ink-soft">{t('operator.staff.lead')}</p>
          </div>
          {data && (
            <Button icon={<UserRoundPlus className="size-5" aria-hidden />} onClick={() => setAdding(true)}>
              {t('operator.staff.add')}
            </Button>
          )}
        </div>
        {data && <StaffRequests onGiven={setGiven} />}
        {data ? (
          <ul className="divide-y divide-line rounded-card bg-card px-5 shadow-card">
            {data.map((person) => (
              <li key={person._id} className="flex items-center gap-4 py-3.5">
                <Person person={person} />
                <Button
                  look="plain"
                  aria-label={t('operator.staff.changeOf', { name: person.name })}
                  onClick={() => setChanging(person)}
                >
                  {t('operator.staff.change')}
                </Button>
              </li>
            ))}
          </ul>
        ) : error instanceof ApiError && error.code === 'FORBIDDEN' ? (
          <Empty icon={<Lock className="size-8 text-ink-soft" aria-hidden />} title={errorText(error)} />
        ) : error ? (
          <NotLoaded error={error} onRetry={refetch} />
        ) : (
          <LoadingRows className="h-16" count={5} />
        )}
      </div>
      {isAdding && <AddStaffModal onClose={() => setAdding(false)} />}
      {changing && <ChangeStaffModal person={changing} onClose={() => setChanging(undefined)} />}
      {given && !isAdding && !changing && <OneTimeModal given={given} onClose={() => setGiven(undefined)} />}
    </div>
  )
}

function Person({ person }: { person: Staff }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { name, email, role, isActive, lastLoginAt, oneTimeUntil } = person
  return (
    <div
      className={cx(
        'min-w-0 flex-1 text-sm wide:grid wide:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)] wide:items-center wide:gap-x-6',
        !isActive && 'text-ink-soft',
      )}
    >
      <div>
        <p className="font-semibold wrap-break-word">
          {name}
          {person._id === operator?._id && (
            <span className="font-normal text-ink-soft"> ({t('operator.staff.you')})</span>
          )}
        </p>
        <p className="wrap-anywhere text-ink-soft">{email}</p>
      </div>
      <p>
        {t(`operator.role.${role}`)}
        {!isActive && (
          <span className="ml-2 rounded-full bg-negative-soft px-2 py-0.5 text-xs font-semibold text-negative">
            {t('operator.staff.inactive')}
          </span>
        )}
      </p>
      <p className="text-xs text-ink-soft">
        {oneTimeUntil
          ? t('operator.staff.waits', { at: formatDate(oneTimeUntil) })
          : lastLoginAt
            ? t('operator.staff.lastLogin', { at: formatDate(lastLoginAt) })
            : t('operator.staff.never')}
      </p>
    </div>
  )
}
