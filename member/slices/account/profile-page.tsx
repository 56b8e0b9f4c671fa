import type { AnswerOf } from '@krapao/contract/client.ts'
import { englishName, englishNameBanks } from '@krapao/contract/limits.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, buttonClass } from '@krapao/web/ui/button.tsx'
import { formatAccountNo, formatDay } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Lock, MonitorSmartphone, Pencil, Settings } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { errorText } from '../../app/errors.ts'
import { lazyModal } from '../../app/lazy-modal.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { HowtoLink } from '../lookup/public.ts'
import { bankName } from './bank-name.ts'
import { profileKey, useProfile } from './profile-query.ts'

const ChangePassword = lazyModal(
  ['account', 'account/person'],
  () => import('./change-password-modal.tsx'),
  'account.password.change',
)
const EditProfile = lazyModal(
  ['account', 'account/person'],
  () => import('./edit-profile-modal.tsx'),
  'account.profile.edit',
)
const EditBankAccountName = lazyModal(
  ['account', 'account/person'],
  () => import('./edit-bank-account-name-modal.tsx'),
  'account.accountName.title',
)

type Opened = 'password' | 'profile' | 'accountName'

/** The member's own data and the ways to change them (product.md §2 Profile). */
export default function ProfilePage() {
  const { t } = useTranslation()
  useTitle(t('account.profile.title'))
  const profile = useProfile()
  const queries = useQueryClient()
  const [opened, setOpened] = useState<Opened>()

  function close(saved: boolean): void {
    setOpened(undefined)
    if (saved) {
      queries.invalidateQueries({ queryKey: profileKey })
      queries.invalidateQueries({ queryKey: ['wallet'] })
    }
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-2xl font-bold">{t('account.profile.title')}</h1>
        {/* Wide screens have it in their bar. */}
        <Link
          href="/user/settings"
          className="inline-flex min-h-11 items-center gap-2 text-base font-medium text-link wide:hidden"
        >
          <Settings className="size-5 shrink-0" aria-hidden />
          {t('menu.settings')}
        </Link>
      </div>
      {profile.isError ? (
        <Card>
          <Failed text={errorText(profile.error)} onRetry={() => profile.refetch()} />
        </Card>
      ) : (
        <div className="grid items-start gap-4 wide:grid-cols-2 wide:gap-6">
          <Person profile={profile.data} onOpen={setOpened} />
          <BankAccount profile={profile.data} onOpen={setOpened} />
        </div>
      )}
      <HowtoLink />
      {profile.data && opened === 'password' && (
        <ChangePassword username={profile.data.username} onClose={close} />
      )}
      {profile.data && opened === 'profile' && <EditProfile profile={profile.data} onClose={close} />}
      {profile.data && opened === 'accountName' && (
        <EditBankAccountName {...profile.data.bankAccount} onClose={close} />
      )}
    </div>
  )
}

interface Part {
  profile: AnswerOf<'GET /api/account/profile'> | undefined
  onOpen(what: Opened): void
}

function Person({ profile, onOpen }: Part) {
  const { t } = useTranslation()
  return (
    <Card>
      <h2 className="text-xl font-semibold">{t('account.profile.person')}</h2>
      <Facts loading={!profile}>
        <Fact label={t('account.name.label')}>{profile?.name}</Fact>
        <Fact
          label={t('account.profile.id')}
          action={profile && <CopyButton text={profile._id} label={t('account.profile.copyId')} />}
        >
          {profile?._id}
        </Fact>
        <Fact label={t('account.profile.username')}>{profile?.username}</Fact>
        <Fact label={t('account.profile.since')}>{profile && formatDay(profile.createdAt)}</Fact>
      </Facts>
      <div className="mt-4 grid gap-3 min-[480px]:grid-cols-2">
        <Button
          look="quiet"
          className="px-3!"
          disabled={!profile}
          icon={<Pencil className="size-5" aria-hidden />}
          onClick={() => onOpen('profile')}
        >
          {t('account.profile.edit')}
        </Button>
        <Button
          look="quiet"
          className="px-3!"
          disabled={!profile}
          icon={<Lock className="size-5" aria-hidden />}
          onClick={() => onOpen('password')}
        >
          {t('account.password.change')}
        </Button>
      </div>
      <Link href="/user/devices" className={`${buttonClass('quiet', true)} mt-3`}>
        <MonitorSmartphone className="size-5 shrink-0" aria-hidden />
        {t('account.profile.devices')}
      </Link>
    </Card>
  )
}

function BankAccount({ profile, onOpen }: Part) {
  const { t, i18n } = useTranslation()
  const account = profile?.bankAccount
  const local = account && bankName(account.bank, i18n.language)
  const correctable =
    account &&
    englishNameBanks.includes(account.bankCode) &&
    (profile.bankEditable || !englishName.test(account.bankAccountName))
  return (
    <Card>
      <h2 className="text-xl font-semibold">{t('account.profile.bank')}</h2>
      <Facts loading={!profile}>
        <Fact label={t('account.bank.accountName')}>{account?.bankAccountName}</Fact>
        <Fact label={t('account.bank.label')}>
          {account && (
            <>
              {local}
              {local !== account.bank.nameTH && (
                <span lang="th" className="block text-sm font-normal text-ink-soft">
                  {account.bank.nameTH}
                </span>
              )}
            </>
          )}
        </Fact>
        <Fact
          label={t('account.bank.accountNo')}
          action={
            account && <CopyButton text={account.bankAccountNo} label={t('account.profile.copyAccountNo')} />
          }
        >
          {account && formatAccountNo(account.bankAccountNo)}
        </Fact>
      </Facts>
      <p className="mt-3 text-sm text-pretty text-ink-soft">
        {profile && t(profile.bankEditable ? 'account.profile.bankOpen' : 'account.profile.bankLocked')}
      </p>
      {correctable && (
        <Button
          look="quiet"
          wide
          className="mt-2"
          icon={<Pencil className="size-5" aria-hidden />}
          onClick={() => onOpen('accountName')}
        >
          {t('account.accountName.title')}
        </Button>
      )}
    </Card>
  )
}

function Facts({ loading, children }: { loading: boolean; children: ReactNode }) {
  const list = <dl className="mt-2 divide-y divide-line">{children}</dl>
  return loading ? <Loading>{list}</Loading> : list
}

/** A row of the profile; it keeps its height while the value is loading. */
function Fact({ label, children, action }: { label: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid min-h-18 grid-cols-[minmax(0,1fr)_auto] content-center gap-x-2 py-2">
      <dt className="col-start-1 text-sm text-ink-soft">{label}</dt>
      <dd className="col-start-1 text-base font-medium">
        {children ?? <Skeleton className="my-1 h-4.5 w-40 max-w-full" />}
      </dd>
      {action && <dd className="col-start-2 row-span-2 row-start-1 self-center">{action}</dd>}
    </div>
  )
}
