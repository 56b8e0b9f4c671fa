import { otpDigits } from '@krapao/contract/limits.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { useEffect, useState } from 'react'
import { CodeField } from '../../ui/code-field.tsx'
import { failureText } from './problems.ts'
import { shownPhone } from './shown-phone.ts'
import { useForm } from './use-form.ts'
import { useSmsCode } from './use-sms-code.ts'
import { minutesAndSeconds, resendIn, type SentCode } from './wizard.ts'

/** Step 2: the code from the SMS. It is checked as soon as its last digit is in. */
export function CodeStep({
  sent,
  onVerify,
  onResend,
  onBack,
}: {
  sent: SentCode
  onVerify(code: string): Promise<void>
  onResend(): Promise<void>
  onBack(): void
}) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const form = useForm()
  const resend = useForm()
  const wait = useWait(sent)
  const failure = form.failure ?? resend.failure

  const triesLeft = failure instanceof ApiError ? (failure.body.triesLeft as number | undefined) : undefined

  const verify = (typed: string, event?: React.FormEvent) =>
    form.submit(event, {}, async () => {
      try {
        await onVerify(typed)
      } catch (error) {
        setCode('')
        throw error
      }
    })

  useSmsCode((received) => {
    setCode(received)
    verify(received)
  })

  return (
    <form ref={form.form} noValidate className="grid gap-4" onSubmit={(event) => verify(code, event)}>
      <p className="text-base text-ink-soft">
        {t(sent.isUnconfirmed ? 'account.code.unconfirmed' : 'account.code.sentTo')}{' '}
        <b className="font-semibold whitespace-nowrap text-ink">{shownPhone(sent.phone)}</b>
        <br />
        {t('account.code.ref')} <b className="font-semibold text-ink">{sent.otpRef}</b>
      </p>
      <CodeField
        label={t('account.code.label')}
        digits={otpDigits}
        value={code}
        error={failure === undefined ? undefined : failureText(failure)}
        note={
          triesLeft === undefined
            ? undefined
            : triesLeft > 0
              ? t('account.code.triesLeft', { count: triesLeft })
              : t('account.code.noTries')
        }
        onChange={(typed) => {
          if (form.busy) return
          form.forget()
          resend.forget()
          setCode(typed)
        }}
        onComplete={(typed) => verify(typed)}
      />
      <Button
        type="submit"
        wide
        busy={form.busy}
        busyLabel={t('ui.busy.checking')}
        disabled={code.length < otpDigits}
      >
        {t('account.code.verify')}
      </Button>
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" className="px-2!" onClick={onBack}>
          {t('account.code.otherPhone')}
        </Button>
        <Button
          look="quiet"
          className="px-2!"
          busy={resend.busy}
          busyLabel={t('ui.busy.sending')}
          disabled={wait > 0}
          onClick={() => {
            form.forget()
            setCode('')
            resend.submit(undefined, {}, onResend)
          }}
        >
          {wait > 0
            ? t('account.code.resendIn', { time: minutesAndSeconds(wait) })
            : t('account.code.resend')}
        </Button>
      </div>
    </form>
  )
}

/** Whole seconds until another code may be asked for, counting down. */
function useWait(sent: SentCode): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return resendIn(sent, now)
}
