import { bankName } from '@krapao/contract/bank-names.ts'
import type { AnswerOf } from '@krapao/contract/client.ts'
import { englishName, englishNameBanks } from '@krapao/contract/limits.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatAccountNo, formatDay } from '@krapao/web/ui/format.ts'
import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Lock, MonitorSmartphone, Pencil, Settings } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { FailedCard } from '../../frame/calls/failed-card.tsx'
import { keptPhone } from '../../frame/calls/session.ts'
import { lazyModal } from '../../frame/load/lazy-modal.tsx'
import { BankName } from '../../ui/bank-name.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Figure } from '../../ui/figure.tsx'
import { HowtoLink } from '../lookup/public.ts'
import { AskToChange } from './ask-to-change.tsx'
import { profileKey, useProfile } from './profile-query.ts'
import { shownPhone } from './shown-phone.ts'

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
  // The password and the devices need none of it, so they stay.
  const isLost = !profile.data && profile.isError

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
      <div className="grid items-start gap-4 wide:grid-cols-2 wide:gap-6">
        {isLost ? (
          <FailedCard error={profile.error} onRetry={() => profile.refetch()}>
            {t('account.profile.lost')}
          </FailedCard>
        ) : (
          <Person profile={profile.data} onOpen={setOpened} />
        )}
        <div className="grid gap-4 wide:gap-6">
          {!isLost && <BankAccount profile={profile.data} onOpen={setOpened} />}
          <Security onOpen={setOpened} />
        </div>
      </div>
      <HowtoLink />
      {opened === 'password' && (
        <ChangePassword username={profile.data?.username ?? keptPhone()} onClose={close} />
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
          whole={profile?._id}
          action={profile && <CopyButton text={profile._id} label={t('account.profile.copyId')} />}
        />
        <Fact label={t('account.profile.username')}>{profile && shownPhone(profile.username)}</Fact>
        <Fact label={t('account.profile.since')}>{profile && formatDay(profile.createdAt)}</Fact>
      </Facts>
      <div className="mt-1 flex min-h-11 items-center">{profile && <AskToChange what="phone" />}</div>
      <Button
        look="quiet"
        wide
        className="mt-2"
        disabled={!profile}
        icon={<Pencil className="size-5" aria-hidden />}
        onClick={() => onOpen('profile')}
      >
        {t('account.profile.edit')}
      </Button>
    </Card>
  )
}

const row =
  'flex min-h-14 w-full items-center gap-3 px-5 py-2 text-left text-base font-medium hover:bg-sunken focus-visible:-outline-offset-3'

/** What keeps the account the member's own: the password, and where it is logged in. */
function Security({ onOpen }: Pick<Part, 'onOpen'>) {
  const { t } = useTranslation()
  return (
    <section className="overflow-hidden rounded-card bg-card pb-2 shadow-card">
      <h2 className="px-5 pt-5 pb-2 text-xl font-semibold">{t('account.profile.security')}</h2>
      <button type="button" className={row} onClick={() => onOpen('password')}>
        <Lock className="size-5 shrink-0 text-link" aria-hidden />
        <span className="min-w-0 flex-1 wrap-anywhere">{t('account.password.change')}</span>
        <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
      </button>
      <Link href="/user/devices" className={cx(row, 'border-t border-line')}>
        <MonitorSmartphone className="size-5 shrink-0 text-link" aria-hidden />
        <span className="min-w-0 flex-1 wrap-anywhere">{t('account.profile.devices')}</span>
        <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
      </Link>
    </section>
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
              <BankName name={local ?? ''} />
              {local !== account.bank.nameTH && (
                <span lang="th" className="block text-sm font-normal text-ink-soft">
                  <BankName name={account.bank.nameTH} />
                </span>
              )}
            </>
          )}
        </Fact>
        <Fact
          label={t('account.bank.accountNo')}
          whole={account && formatAccountNo(account.bankAccountNo)}
          action={
            account && <CopyButton text={account.bankAccountNo} label={t('account.profile.copyAccountNo')} />
          }
        />
      </Facts>
      {profile?.bankEditable ? (
        <>
          <p className="mt-3 text-sm text-pretty text-ink-soft">{t('account.profile.bankOpen')}</p>
          <Button
            look="quiet"
            wide
            className="mt-2"
            icon={<Pencil className="size-5" aria-hidden />}
            onClick={() => onOpen('profile')}
          >
            {t('account.profile.bankEdit')}
          </Button>
        </>
      ) : (
        <div className="mt-1 flex min-h-11 items-center">{profile && <AskToChange what="bank" />}</div>
      )}
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

/**
 * A row of the profile; it keeps its height while the value is loading.
 * @param whole in place of children: a value that is never broken; its button goes below it where letters are
 *   large
 */
function Fact({
  label,
  whole,
  children = whole && <Figure text={whole} rem={1} className="leading-relaxed!" />,
  action,
}: {
  label: string
  whole?: string | undefined
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid min-h-18 grid-cols-1 content-center py-2">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="flex flex-wrap items-center justify-end gap-x-2 text-base font-medium">
        <span className="flex-1" style={{ minWidth: `min(100%, ${(whole?.length ?? 0) * 0.6}rem)` }}>
          {children ?? <Skeleton className="my-1 h-4.5 w-40 max-w-full" />}
        </span>
        {/* In a row no higher than one without it. */}
        {action && <span className="-my-2.5">{action}</span>}
      </dd>
    </div>
  )
}
