import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../../../ui/select-field.tsx'
import { useBankName } from '../accounts.ts'
import type { GroupProps } from '../group.ts'
import { recall, remember } from '../recall.ts'
import { split } from '../split.ts'
import { QrPanel } from './panel.tsx'

/** QR codes by gateway: one panel at a time, first the gateway that was used last. */
export function QrGroup({ accounts, wallet, gateway, onClose, onTransfer }: GroupProps) {
  const { t } = useTranslation()
  const nameOf = useBankName()
  const gateways = split(accounts).qr
  const [code, setCode] = useState(() => gateway ?? recall('deposit-gateway'))
  const [asked, setAsked] = useState(gateway)
  if (asked !== gateway) {
    setAsked(gateway)
    if (gateway) setCode(gateway)
  }
  const account = gateways.find(({ bankCode }) => bankCode === code) ?? gateways[0]
  if (!account) return null
  return (
    <>
      {gateways.length > 1 && (
        <div className="mb-4">
          <SelectField
            label={t('deposit.qr.gateway')}
            value={account.bankCode}
            onChange={({ target }) => {
              setCode(target.value)
              remember('deposit-gateway', target.value)
            }}
          >
            {gateways.map((gateway) => (
              <option key={gateway.bankCode} value={gateway.bankCode}>
                {nameOf(gateway)}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      <QrPanel
        key={account.bankCode}
        account={account}
        minDeposit={accounts.minDeposit}
        wallet={wallet}
        onClose={onClose}
        onTransfer={onTransfer}
      />
    </>
  )
}
