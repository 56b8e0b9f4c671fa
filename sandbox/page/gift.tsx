import { call } from './api.ts'
import { Copy } from './copy.tsx'
import { Device, Latest } from './device.tsx'
import { useKept } from './kept.ts'
import { OrderForm } from './order-form.tsx'
import { usePolled } from './polled.ts'
import { baht, useTexts } from './texts.tsx'

interface Gift {
  link: string
  amount: number
  phone: string
  redeemedAt: string | null
}

/** A payment wallet that packs money into links. */
export function Gifts() {
  const { t } = useTexts()
  const [phone, setPhone] = useKept('giver')
  const made = usePolled('gifts', () => call<Gift[]>('GET', 'gifts'))

  async function make(amount: number) {
    await call('POST', 'gifts', { body: { amount, phone: phone.trim() } })
    made.readNow()
  }

  return (
    <Device id="gifts" away={made.failed}>
      <OrderForm
        id="gifts"
        action={t('gifts.make')}
        send={make}
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
          <p id="gifts-hint" className="hint wide">
            {t('gifts.hint')}
          </p>
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
      <strong className="figure">{baht(gift.amount)}</strong>
      {!gift.redeemedAt && (
        <span className="gift-copy">
          <Copy text={gift.link} label={t('gifts.copy')} />
        </span>
      )}
    </li>
  )
}
