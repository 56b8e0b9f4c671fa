import { useHouseAccounts } from './accounts.ts'
import { call } from './api.ts'
import { Copy } from './copy.tsx'
import { Device, Latest } from './device.tsx'
import { useKept } from './kept.ts'
import { OrderForm } from './order-form.tsx'
import { usePolled } from './polled.ts'
import { money, useTexts } from './texts.tsx'

interface Gift {
  link: string
  amount: number
  currency: string
  phone: string
  redeemedAt: string | null
}

/** A payment wallet that packs money into links. */
export function Gifts() {
  const { t } = useTexts()
  const [phone, setPhone] = useKept('giver')
  const [chosen, setCurrency] = useKept('gift-currency')
  // Until one is chosen, the currency that the operator's accounts are in.
  const own = useHouseAccounts().value?.[0]?.currency
  const currency = chosen || own || 'THB'
  const made = usePolled('gifts', () => call<Gift[]>('GET', 'gifts'))

  async function make(amount: number) {
    await call('POST', 'gifts', { body: { amount, currency, phone: phone.trim() } })
    made.readNow()
  }

  return (
    <Device id="gifts" away={made.failed}>
      <OrderForm
        id="gifts"
        action={t('gifts.make')}
        send={make}
        currency={currency}
        before={
          <label className="field">
            <span>{t('gifts.phone')}</span>
            <input
              required
              type="tel"
              inputMode="tel"
              maxLength={20}
              pattern=".*\d.*"
              autoComplete="off"
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
              aria-describedby="gifts-hint"
            />
          </label>
        }
        after={
          <>
            <label className="field">
              <span>{t('currency')}</span>
              <select value={currency} onChange={(event) => setCurrency(event.target.value)}>
                <option value="THB">{t('unit.THB')}</option>
                <option value="LAK">{t('unit.LAK')}</option>
              </select>
            </label>
            <p id="gifts-hint" className="hint wide">
              {t('gifts.hint')}
            </p>
          </>
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

function Made({ gift }: { gift: Gift }) {
  const { t, time } = useTexts()
  return (
    <li>
      <span className="latest-who">
        <strong>{gift.phone}</strong>
        <span>
          {gift.redeemedAt ? t('gifts.redeemed', { time: time(gift.redeemedAt) }) : t('gifts.open')}
        </span>
        {!gift.redeemedAt && <code className="gift-link">{gift.link}</code>}
      </span>
      <strong className="figure">{money(gift.amount, gift.currency)}</strong>
      {!gift.redeemedAt && (
        <span className="gift-copy">
          <Copy text={gift.link} label={t('gifts.copy')} />
        </span>
      )}
    </li>
  )
}
