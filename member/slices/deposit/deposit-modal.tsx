import { Gift, Landmark, QrCode, WalletMinimal } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { useWallet } from '../wallet/public.ts'
import { useAccounts } from './accounts.ts'
import { BankGroup } from './bank-group.tsx'
import { DepositSkeleton } from './deposit-skeleton.tsx'
import type { GroupProps } from './group.ts'
import { ManualGroup } from './manual-group.tsx'
import { QrGroup } from './qr-group.tsx'
import { recall, remember } from './recall.ts'
import { useSlips } from './slips.ts'
import { type Group, groups, split } from './split.ts'
import { Tabs } from './tabs.tsx'
import { WalletGroup } from './wallet-group.tsx'

/** The ways to put money into the wallet: bank transfer with a slip, QR code, gift link (spec.md §2 Deposit). */
export default function DepositModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { data: wallet } = useWallet()
  const { data: accounts, isError, refetch } = useAccounts()
  // Asked for at once, so that what it says does not come in between later.
  const { isPending: asking } = useSlips()
  const [locked, setLocked] = useState(false)
  return (
    <Dialog title={t('deposit.title')} onClose={onClose} locked={locked}>
      {/* One height for all groups, so that the tabs stay under the finger. */}
      <div className="flex min-h-[min(41.5rem,calc(92dvh-5.25rem))] wide:min-h-[min(41.5rem,calc(86dvh-5.25rem))] flex-col">
        {accounts && wallet && !asking ? (
          <Groups accounts={accounts} wallet={wallet} onClose={onClose} locked={locked} onLock={setLocked} />
        ) : isError && !accounts ? (
          <Failed onRetry={refetch} />
        ) : (
          <DepositSkeleton />
        )}
      </div>
    </Dialog>
  )
}

const icons = { bank: Landmark, qr: QrCode, gift: Gift, wallet: WalletMinimal }

function Groups({ locked, ...props }: GroupProps & { locked: boolean }) {
  const { t } = useTranslation()
  const { accounts } = props
  const id = useId()
  const parts = split(accounts)
  const filled = groups.filter((group) => parts[group].length > 0)
  const [chosen, setChosen] = useState(() => recall('deposit-group'))
  const current = filled.find((group) => group === chosen) ?? filled[0]
  // A group keeps what was done in it while another is looked at.
  const [visited, setVisited] = useState<readonly Group[]>([])

  if (!current) {
    return <Empty art="/art/empty/transactions.svg" title={t('deposit.none')} text={t('deposit.noneText')} />
  }
  function choose(group: Group): void {
    if (current) setVisited([...visited.filter((one) => one !== current), current])
    setChosen(group)
    remember('deposit-group', group)
  }

  const gift = parts.wallet.some(({ mode }) => mode !== 'AUTO') ? 'gift' : 'wallet'
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
    return <Only {...props} />
  }
  return (
    <>
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
            {(group === current || visited.includes(group)) && <Panel {...props} />}
          </div>
        )
      })}
    </>
  )
}
