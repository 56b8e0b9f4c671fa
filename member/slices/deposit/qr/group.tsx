import { assets } from '@krapao/contract/money.ts'
import { promptPay } from '@krapao/contract/qr-gateways.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatFigure } from '@krapao/web/ui/format.ts'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { SelectField } from '../../../ui/select-field.tsx'
import { useBankName } from '../accounts.ts'
import type { GroupProps } from '../group.ts'
import { split } from '../split.ts'
import { type Channel, channelsOf, namesOf } from './channels.ts'
import { QrPanel } from './panel.tsx'

/**
 * QR codes: PromptPay, and each gateway under "other channels"; one panel at a time, first the channel that
 * was chosen last.
 */
export function QrGroup({ accounts, gateway, ...props }: GroupProps) {
  const { t } = useTranslation()
  const nameOf = useBankName()
  const channels = channelsOf(split(accounts).qr, brand.qrMinimum, accounts.minDeposit)
  const [code, setCode] = useState(() => gateway ?? local.read('deposit-gateway'))
  const [asked, setAsked] = useState(gateway)
  if (asked !== gateway) {
    setAsked(gateway)
    if (gateway) setCode(gateway)
  }
  const [choosing, setChoosing] = useState(false)
  const channel = channels.find((one) => one.code === code) ?? channels[0]
  if (!channel) return null
  const names = namesOf(channels, nameOf, (name, number) => t('deposit.qr.numbered', { name, number }))
  const name = ({ code }: Channel) => names.get(code) ?? t('deposit.qr.promptPay')
  /** With what tells channels apart: the least amount, or who chooses. */
  const choiceOf = (one: Channel) => {
    const amount = `${assets[one.currency].sign}${formatFigure(one.minimum, one.currency)}`
    const apart = one.account ? t('deposit.minimum', { amount }) : t('deposit.qr.automatic')
    return `${name(one)} · ${apart}`
  }
  const others =
    channels.length === 1 ? null : choosing || channel.code !== promptPay ? (
      <SelectField
        label={t('deposit.qr.gateway')}
        value={channel.code}
        // A number or the least amount tells two of one name apart, and both are at the end.
        className="whitespace-normal!"
        onChange={({ target }) => {
          setCode(target.value)
          local.keep('deposit-gateway', target.value)
        }}
      >
        {channels.map((one) => (
          <option key={one.code} value={one.code}>
            {choiceOf(one)}
          </option>
        ))}
      </SelectField>
    ) : (
      <Button
        look="plain"
        className="mx-auto"
        icon={<ChevronDown className="size-5 shrink-0" aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        {t('deposit.qr.others')}
      </Button>
    )
  return <QrPanel key={channel.code} channel={channel} name={name(channel)} others={others} {...props} />
}
