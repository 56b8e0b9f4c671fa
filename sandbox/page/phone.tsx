import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import type { Sms } from '../wire.ts'
import { api } from './api.ts'
import { Copy } from './copy.tsx'
import { Nothing, NotLoaded } from './device.tsx'
import { useKept } from './kept.ts'
import { usePolled } from './polled.ts'
import { formatWhen } from './when.ts'

/** A phone that shows the text messages to one number, or to all numbers. */
export function Phone() {
  const { t } = useTranslation()
  const [number, setNumber] = useKept('phone')
  const phone = number.replace(/\D/g, '')
  const { value: messages, failed } = usePolled(['sms', phone], () =>
    api('GET /sandbox/api/sms', { query: { phone } }),
  )

  return (
    <section
      id="phone"
      aria-labelledby="phone-title"
      className="rounded-[2.25rem] bg-night p-3 shadow-card wide:sticky wide:top-20 wide:row-span-6 wide:self-start"
    >
      <div className="mx-auto mt-1 mb-3 h-1.5 w-18 rounded-full bg-[#46534f]" aria-hidden="true" />
      <div className="flex max-h-140 flex-col gap-2 rounded-[1.625rem] bg-sunken px-4 pt-5 pb-2 wide:h-[min(660px,calc(100vh-196px))] wide:max-h-none">
        <h1 id="phone-title" className="font-semibold text-xl">
          {t('phone.title')}
        </h1>
        <Field
          label={t('phone.number')}
          hint={t('phone.hint')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        {failed && <NotLoaded />}
        {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <div
          role="log"
          tabIndex={0}
          aria-label={t('phone.title')}
          className="-mx-2 mt-1 grid flex-1 content-start gap-3 overflow-y-auto rounded-xl px-2 pt-1 pb-3"
        >
          {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: the same */}
          {messages?.length === 0 && <Nothing>{t(phone === '' ? 'phone.emptyAll' : 'phone.empty')}</Nothing>}
          {messages?.map((sms) => (
            <Message key={`${sms.createdAt}${sms.phone}${sms.otpRef}`} sms={sms} />
          ))}
        </div>
      </div>
    </section>
  )
}

function Message({ sms: { phone, text, code, otpRef, createdAt } }: { sms: Sms }) {
  const { t } = useTranslation()
  return (
    <article className="animate-arrive rounded-[1.125rem] rounded-tl-sm border border-line bg-card px-3.5 py-3">
      <p className="flex flex-wrap justify-between gap-x-3 text-ink-soft text-xs">
        <span>{t('phone.to', { phone })}</span>
        <time dateTime={createdAt}>{formatWhen(createdAt)}</time>
      </p>
      <p className="text-sm">{text}</p>
      {code && (
        <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p>
            <span className="sr-only">{t('phone.code')} </span>
            <strong className="block text-2xl tracking-wider">{code}</strong>
            <span className="text-ink-soft text-xs">{t('phone.ref', { ref: otpRef })}</span>
          </p>
          <Copy text={code} label={t('phone.copy')} />
        </div>
      )}
    </article>
  )
}
