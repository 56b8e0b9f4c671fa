import { giftMinimum } from '@krapao/contract/limits.ts'
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Body } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy.tsx'
import { formatAccountNo, formatMoney } from '../../ui/format.ts'
import type { WalletAccount } from './accounts.ts'
import { GiftForm } from './gift-form.tsx'
import type { GroupProps } from './group.ts'
import { unbroken } from './own-account.tsx'

/** Payment wallets: the number to pay to in AUTO mode, otherwise the form for a gift link (spec.md §4). */
export function WalletGroup({ accounts, wallet, onClose }: GroupProps) {
  const automatic = accounts.wallets.filter(({ mode }) => mode === 'AUTO')
  const gifts = accounts.wallets.filter(({ mode }) => mode !== 'AUTO')
  const { username } = wallet.profile
  return (
    <>
      {automatic.length > 0 && (
        <Body>
          {automatic.map((account) => (
            <WalletNumber key={account.walletAccountName} account={account} username={username} />
          ))}
        </Body>
      )}
      {gifts.map((account) => (
        <GiftForm
          key={account.walletAccountName}
          walletAccountName={account.walletAccountName}
          username={username}
          currency={wallet.currency}
          onClose={onClose}
        />
      ))}
    </>
  )
}

/** The look-up's only field of a wallet is its name: in AUTO mode, that is its number (spec.md §3). */
function WalletNumber({ account, username }: { account: WalletAccount; username: string }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const number = account.walletAccountName
  return (
    <>
      <p className="text-base text-pretty">
        {t('deposit.wallet.condition', {
          phone: unbroken(username),
          amount: formatMoney(giftMinimum),
        })}
      </p>
      <div className="grid gap-3 rounded-2xl border border-line p-4">
        <div>
          <p className="text-sm text-ink-soft">{t('deposit.wallet.number')}</p>
          <p className="text-2xl font-bold">{formatAccountNo(number)}</p>
        </div>
        <Button wide icon={<Copy className="size-5" aria-hidden />} onClick={() => copy(number)}>
          {t('deposit.wallet.copy')}
        </Button>
      </div>
      <p className="text-sm text-pretty text-ink-soft">{t('deposit.wallet.after')}</p>
    </>
  )
}
