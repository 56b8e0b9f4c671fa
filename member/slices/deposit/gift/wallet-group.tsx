import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatAccountNo, formatMoney } from '@krapao/web/ui/format.ts'
import { Copy } from 'lucide-react'
import { Body } from '../../../ui/actions.tsx'
import { useCopy } from '../../../ui/copy.tsx'
import { Figure } from '../../../ui/figure.tsx'
import type { WalletAccount } from '../accounts.ts'
import { unbroken } from '../banks/own-account.tsx'
import type { GroupProps } from '../group.ts'
import { GiftForm } from './form.tsx'

/** Payment wallets: the number to pay to in AUTO mode, otherwise the form for a gift link (product.md §4). */
export function WalletGroup({ accounts, wallet, onClose, onTransfer }: GroupProps) {
  const { t } = useTranslation()
  const automatic = accounts.wallets.filter(({ mode }) => mode === 'AUTO')
  const gifts = accounts.wallets.filter(({ mode }) => mode !== 'AUTO')
  const { username } = wallet.profile
  const numbers = automatic.length > 0 && (
    <WalletNumbers
      accounts={automatic}
      username={username}
      minimum={formatMoney(accounts.minGift, wallet.currency)}
    />
  )
  if (gifts.length === 0) return <Body>{numbers}</Body>
  return gifts.map((account, at) => (
    <GiftForm
      key={account.walletAccountName}
      walletAccountName={account.walletAccountName}
      wallet={wallet}
      minimum={accounts.minGift}
      before={
        at === 0 &&
        numbers && (
          <>
            {numbers}
            <h3 className="border-t border-line pt-4 text-base font-semibold">{t('deposit.gift.or')}</h3>
          </>
        )
      }
      onClose={onClose}
      onTransfer={onTransfer}
    />
  ))
}

/**
 * The numbers to pay to from the member's own payment wallet, which the server knows by the registered phone
 * (product.md §3).
 */
function WalletNumbers({
  accounts,
  username,
  minimum,
}: {
  accounts: WalletAccount[]
  username: string
  /** The minimum payment, with its unit. */
  minimum: string
}) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <>
      <p className="text-base text-pretty">
        {t('deposit.wallet.condition', { phone: unbroken(username), amount: minimum })}
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {accounts.map(({ walletAccountName, walletAccountNo }) => (
          <li
            key={walletAccountNo}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-2xl border border-line px-4 py-3"
          >
            <div className="min-w-[10rem] flex-1">
              <p className="text-sm text-ink-soft">{t('deposit.wallet.number')}</p>
              <p>
                <Figure
                  text={formatAccountNo(walletAccountNo)}
                  rem={1.25}
                  className="leading-normal font-semibold"
                />
              </p>
              <p className="text-sm text-ink-soft">{walletAccountName}</p>
            </div>
            <Button
              look="quiet"
              className="px-4!"
              icon={<Copy className="size-4.5" aria-hidden />}
              aria-label={t('deposit.wallet.copy')}
              onClick={() => copy(walletAccountNo)}
            >
              {t('deposit.bank.copy')}
            </Button>
          </li>
        ))}
      </ul>
      <p className="text-sm text-pretty text-ink-soft">{t('deposit.wallet.after')}</p>
    </>
  )
}
