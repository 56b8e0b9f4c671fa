import { call } from './api.ts'
import { Copy } from './copy.tsx'
import { useKept } from './kept.ts'
import { usePolled } from './polled.ts'
import { useTexts } from './texts.tsx'

interface Sms {
  phone: string
  text: string
  otpRef: string
  code: string
  createdAt: string
}

/** A phone that receives what the operator sends to a number, or to any. */
export function Phone() {
  const { t, time } = useTexts()
  const [number, setNumber] = useKept('phone')
  const digits = number.replace(/\D/g, '')
  const { value: messages, failed } = usePolled(digits, () =>
    call<Sms[]>('GET', `sms?phone=${encodeURIComponent(digits)}`),
  )

  return (
    <section id="phone" className="device phone" aria-labelledby="phone-title">
      <div className="phone-speaker" aria-hidden="true" />
      <div className="screen">
        <h1 id="phone-title">{t('phone.title')}</h1>
        <label className="field">
          <span>{t('phone.number')}</span>
          <input
            type="tel"
            inputMode="tel"
            autoComplete="off"
            value={number}
            onChange={(event) => setNumber(event.target.value)}
            aria-describedby="phone-hint"
          />
        </label>
        <p id="phone-hint" className="hint">
          {t('phone.hint')}
        </p>
        {failed && (
          <p className="notice" role="status">
            {t('away')}
          </p>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <div className="messages" role="log" tabIndex={0} aria-label={t('phone.title')}>
          {messages?.length === 0 && (
            <p className="empty">{t(digits === '' ? 'phone.emptyAll' : 'phone.empty')}</p>
          )}
          {messages?.map((sms) => (
            <article key={`${sms.createdAt}${sms.phone}${sms.otpRef}`} className="sms">
              <p className="sms-head">
                <span>{t('phone.to', { phone: sms.phone })}</span>
                <time dateTime={sms.createdAt}>{time(sms.createdAt)}</time>
              </p>
              <p className="sms-text">{sms.text}</p>
              <div className="sms-code">
                <p>
                  <span className="hidden">{t('phone.code')} </span>
                  <strong>{sms.code}</strong>
                  <span className="sms-ref">{t('phone.ref', { ref: sms.otpRef })}</span>
                </p>
                <Copy text={sms.code} label={t('copy')} />
              </div>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}
