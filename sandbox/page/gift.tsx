import { asCurrency } from '@krapao/contract/money.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import type { Gift } from '../wire.ts'
import { useHouseAccounts } from './accounts.ts'
import { api } from './api.ts'
import { Copy } from './copy.tsx'
import { Device, Entry, Latest } from './device.tsx'
import { useKept } from './kept.ts'
import { OrderForm } from './order-form.tsx'
import { usePolled } from './polled.ts'
import { Select } from './select.tsx'
import { formatWhen } from './when.ts'

/** A payment wallet that creates gift links. */
export function Gifts() {
  const { t } = useTranslation()
  const [phone, setPhone] = useKept('giver')
  const [chosen, setCurrency] = useKept('gift-currency')
  // Until a currency is chosen, the form has that of the first house account.
  const own = useHouseAccounts().value?.[0]?.currency
  const currency = asCurrency(chosen || own)
  const made = usePolled(['gifts'], () => api('GET /sandbox/api/gifts'))

  async function make(amount: number) {
    await api('POST /sandbox/api/gifts', { amount, currency, phone: phone.trim() })
    made.readNow()
  }

  return (
    <Device id="gifts" away={made.failed}>
      <OrderForm
        action={t('gifts.make')}
        send={make}
        currency={currency}
        before={
          <div className="col-span-full">
            <Field
              label={t('gifts.phone')}
              hint={t('gifts.hint')}
              required
              type="tel"
              inputMode="tel"
              maxLength={20}
              pattern=".*\d.*"
              autoComplete="off"
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
            />
          </div>
        }
        after={
          <Select
            label={t('currency')}
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
          >
            <option value="THB">{t('unit.THB')}</option>
            <option value="LAK">{t('unit.LAK')}</option>
          </Select>
        }
      />
      <Latest
        title={t('gifts.latest')}
        empty={t('gifts.empty')}
        items={made.value}
        render={(gift) => <Made key={gift.link} gift={gift} />}
      />
    </Device>
  )
}

function Made({ gift: { phone, link, amount, currency, redeemedAt } }: { gift: Gift }) {
  const { t } = useTranslation()
  const state = redeemedAt ? t('gifts.redeemed', { time: formatWhen(redeemedAt) }) : t('gifts.open')
  const shown = !redeemedAt && <code className="wrap-anywhere">{link}</code>
  return (
    <Entry lines={[phone, state, shown]}>
      <strong>{formatMoney(amount, currency)}</strong>
      {!redeemedAt && (
        <span className="my-2">
          <Copy text={link} label={t('gifts.copy')} />
        </span>
      )}
    </Entry>
  )
}
