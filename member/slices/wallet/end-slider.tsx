import { type TransferEnd, walletEnd } from '@krapao/contract/game.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { CircleDashed, Wallet as WalletIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Figure } from '../../ui/figure.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { VerticalSlider } from '../../ui/vertical-slider.tsx'
import { Amount, useBalance } from './amount.tsx'
import type { Wallet } from './wallet.ts'

const none = ''

/**
 * The choice of one end of a transfer: nothing (shown as "not selected"), the main wallet, or a game with an
 * account. A wheel or, with large text, a list.
 */
export function EndSlider({
  label,
  wallet,
  value,
  onChange,
  invalid,
  describedBy,
}: {
  label: string
  wallet: Wallet
  value: TransferEnd | null
  onChange(end: TransferEnd | null): void
  invalid: boolean
  describedBy: string
}) {
  const { t } = useTranslation()
  const balance = useBalance(wallet.currency)
  const option = (id: string, name: string, amount: number, logo: ReactNode) => ({
    id,
    label: t('wallet.optionNamed', { name, amount: balance(amount) }),
    // In a list that is too narrow the end of a line is cut off: a name is known by its beginning, an amount
    // is not.
    inList: `${balance(amount)} · ${name}`,
    content: <End logo={logo} name={name} amount={formatMoney(amount, wallet.currency)} />,
  })
  const choose = (id: string) => onChange(id === none ? null : (id as TransferEnd))
  const options = [
    {
      id: none,
      label: t('wallet.none'),
      inList: t('wallet.none'),
      content: <End logo={<CircleDashed className="size-6" />} name={t('wallet.none')} />,
    },
    option(
      walletEnd,
      t('wallet.mainWallet'),
      wallet.wallet.amount,
      <WalletIcon className="size-6 text-link" />,
    ),
    ...wallet.slots
      .filter((slot) => slot.isActive)
      .map((slot) =>
        option(
          slot.code,
          slot.name,
          slot.amount,
          <img src={slot.logo} alt="" width={28} height={28} className="size-7" draggable={false} />,
        ),
      ),
  ]
  return (
    <>
      <div className="@max-[17rem]:hidden">
        <VerticalSlider
          label={label}
          value={value ?? none}
          onChange={choose}
          invalid={invalid}
          describedBy={describedBy}
          options={options}
        />
      </div>
      {/* With letters too large for two wheels side by side, the platform's own list. */}
      <div className="@min-[17rem]:hidden">
        <SelectField
          label={label}
          value={value ?? none}
          onChange={({ target }) => choose(target.value)}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy}
        >
          {options.map(({ id, inList }) => (
            <option key={id} value={id}>
              {inList}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}

const End = ({ logo, name, amount }: { logo: ReactNode; name: string; amount?: string }) => (
  <span aria-hidden className="flex min-w-0 flex-1 items-center gap-2">
    <span className="flex size-7 shrink-0 items-center justify-center">{logo}</span>
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2 text-sm leading-snug font-semibold">{name}</span>
      {amount && (
        <Figure text={amount} rem={0.75}>
          <Amount text={amount} isBare />
        </Figure>
      )}
    </span>
  </span>
)
