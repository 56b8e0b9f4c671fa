import { promptPay } from '@krapao/contract/qr-gateways.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { Gift, Landmark, QrCode, WalletMinimal } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { errorText } from '../../frame/calls/errors.ts'
import { Empty } from '../../ui/empty.tsx'
import { type Pending, PendingList, usePending } from '../wallet/public.ts'
import { useAccounts } from './accounts.ts'
import { FollowedDeposit } from './followed-deposit.tsx'
import { WalletGroup } from './gift/wallet-group.tsx'
import type { GroupProps } from './group.ts'
import { ManualGroup } from './manual/group.tsx'
import { QrGroup } from './qr/group.tsx'
import { SlipStatus } from './slip/status.tsx'
import { type Group, groups, split } from './split.ts'
import { Tabs } from './tabs.tsx'
import { BankGroup } from './transfer/group.tsx'
import { useHolder } from './use-holder.ts'

/**
 * The ways to put money into the wallet: bank transfer with a slip, QR code, gift link (product.md §2
 * Deposit).
 * @param followed a deposit under way that this was opened for
 * @param group the way to open at; by default the one chosen last
 */
export default function DepositModal({
  followed,
  group,
  onClose,
  onTransfer,
}: {
  followed?: Pending
  group?: Group | undefined
  onClose(): void
  onTransfer?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const { holder: wallet, error: unknown, refetch: askWho } = useHolder()
  const { data: accounts, error, refetch } = useAccounts()
  // Loaded at once, so that its text does not appear between other elements later.
  const { isPending: asking } = usePending()
  const [locked, setLocked] = useState(false)
  // An open QR code is shown among the ways to deposit; any other deposit has a view of its own.
  const [row, setRow] = useState(followed?.state === 'OPEN' ? undefined : followed)
  const onAgain = () => setRow(undefined)
  return (
    <Dialog title={t('deposit.title')} onClose={onClose} locked={locked}>
      {/* All groups have one height, so that the tabs do not move when another one is chosen. */}
      <div
        className={cx(
          'flex flex-col',
          !row && 'min-h-[min(41.5rem,calc(92dvh-5.25rem))] wide:min-h-[min(41.5rem,calc(86dvh-5.25rem))]',
        )}
      >
        {wallet && row?.kind === 'slip' ? (
          <SlipStatus slipId={row.id} wallet={wallet} {...{ onAgain, onClose, onTransfer }} />
        ) : row ? (
          <FollowedDeposit
            key={row.key}
            row={row}
            again={t('deposit.again')}
            {...{ onAgain, onClose, onTransfer }}
          />
        ) : accounts && wallet && !asking ? (
          <Groups
            key={followed?.id}
            followed={followed}
            first={group}
            accounts={accounts}
            wallet={wallet}
            locked={locked}
            onLock={setLocked}
            onFollow={setRow}
            {...{ onClose, onTransfer }}
          />
        ) : error && !accounts ? (
          <Failed text={errorText(error)} onRetry={refetch} />
        ) : unknown && !wallet ? (
          <Failed text={errorText(unknown)} onRetry={askWho} />
        ) : (
          <DepositSkeleton />
        )}
      </div>
    </Dialog>
  )
}

const icons = { bank: Landmark, qr: QrCode, gift: Gift, wallet: WalletMinimal }

function Groups({
  locked,
  followed,
  first,
  onFollow,
  ...props
}: Omit<GroupProps, 'onShown'> & {
  locked: boolean
  followed: Pending | undefined
  first: Group | undefined
  onFollow(row: Pending): void
}) {
  const { t } = useTranslation()
  const { accounts } = props
  const id = useId()
  const parts = split(accounts)
  const filled = groups.filter((group) => parts[group].length > 0)
  const [chosen, setChosen] = useState(() =>
    followed?.kind === 'qr' ? 'qr' : (first ?? local.read('deposit-group')),
  )
  const current = filled.find((group) => group === chosen) ?? filled[0]
  const channelOf = useQrChannel()
  const [gateway, setGateway] = useState(() => (followed?.kind === 'qr' ? channelOf(followed) : undefined))
  const [shown, setShown] = useState<Partial<Record<Group, string | undefined>>>({})
  // Always the same functions, because they are called when they change.
  const onShown = useMemo(() => {
    const by = (group: Group) => (id: string | undefined) => setShown((all) => ({ ...all, [group]: id }))
    return { bank: by('bank'), qr: by('qr'), wallet: by('wallet') }
  }, [])
  // A group keeps its state while another one is shown.
  const [visited, setVisited] = useState<readonly Group[]>([])

  if (!current) {
    return <Empty art="/art/empty/transactions.svg" title={t('deposit.none')} text={t('deposit.noneText')} />
  }
  function choose(group: Group): void {
    if (current) setVisited([...visited.filter((one) => one !== current), current])
    setChosen(group)
    local.keep('deposit-group', group)
  }

  /** Opens an open QR code at its channel, and any other deposit in its own view. */
  function follow(row: Pending): void {
    if (row.state !== 'OPEN') onFollow(row)
    else {
      setGateway(channelOf(row))
      choose('qr')
    }
  }

  const gift = parts.wallet.some(({ mode }) => mode === 'AUTO') ? 'wallet' : 'gift'
  const tabs = filled.map((key) => {
    const look = key === 'wallet' ? gift : key
    return { key, label: t(`deposit.group.${look}`), icon: icons[look] }
  })
  const panels = {
    bank: accounts.isManual ? ManualGroup : BankGroup,
    qr: QrGroup,
    wallet: WalletGroup,
  }
  if (tabs.length === 1) {
    const Only = panels[current]
    return (
      <>
        <OpenDeposits onFollow={follow} locked={locked} except={shown[current]} />
        <Only {...props} onShown={onShown[current]} />
      </>
    )
  }
  return (
    <>
      <OpenDeposits onFollow={follow} locked={locked} except={shown[current]} />
      <Tabs
        id={id}
        label={t('deposit.ways')}
        tabs={tabs}
        current={current}
        onChoose={choose}
        disabled={locked}
      />
      {filled.map((group) => {
        const Panel = panels[group]
        return (
          <div
            key={group}
            role="tabpanel"
            id={`${id}-panel-${group}`}
            aria-labelledby={`${id}-tab-${group}`}
            hidden={group !== current}
            className="flex flex-1 flex-col pt-4 [[hidden]]:hidden"
          >
            {(group === current || visited.includes(group)) && (
              <Panel {...props} gateway={gateway} onShown={onShown[group]} />
            )}
          </div>
        )
      })}
    </>
  )
}

/**
 * Where an open code is shown: the newest one by PromptPay, which may have made it; others by their gateway.
 */
function useQrChannel(): (row: Pending) => string {
  const rows = usePending().data
  const newest = rows?.find(({ kind, state }) => kind === 'qr' && state === 'OPEN')
  return ({ id, from, currency }) => (id === newest?.id && currency === 'THB' ? promptPay : from)
}

/**
 * Earlier deposits that are still under way, so that nobody pays or sends a second time.
 * @param except the id of the one that is shown below
 */
function OpenDeposits({
  onFollow,
  locked,
  except,
}: {
  onFollow(row: Pending): void
  locked: boolean
  except: string | undefined
}) {
  const { t } = useTranslation()
  const rows = usePending().data?.filter(
    ({ id, kind }) => kind !== 'withdrawal' && kind !== 'transfer' && id !== except,
  )
  if (!rows?.length) return null
  return (
    // It stays where it is while something is sent, so that nothing below moves.
    <section inert={locked} className="mb-3 overflow-hidden rounded-2xl border border-line">
      <h3 className="px-4 pt-2 text-sm font-semibold text-ink-soft">{t('deposit.open')}</h3>
      <PendingList rows={rows} onOpen={onFollow} />
    </section>
  )
}

/** The space of the tabs, the first step with two accounts, and the button. */
function DepositSkeleton() {
  return (
    <div className="flex flex-1 flex-col">
      <Loading>
        <div className="grid gap-2">
          <Skeleton className="mb-2 h-15 rounded-2xl" />
          <Skeleton className="h-7 w-56" />
          <Skeleton className="h-11.5" />
          <Skeleton className="h-25 rounded-2xl" />
          <Skeleton className="h-25 rounded-2xl" />
        </div>
      </Loading>
      <Skeleton className="mt-auto h-12 rounded-2xl" />
    </div>
  )
}
