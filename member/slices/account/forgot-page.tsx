import { ApiError } from '@krapao/web/api/client.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../frame/calls/api.ts'
import { keepToken } from '../../frame/calls/session.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/overlay.tsx'
import { CodeStep } from './code-step.tsx'
import { Progress } from './progress.tsx'
import { NewPasswordStep } from './reset/new-password-step.tsx'
import { NumberStep } from './reset/number-step.tsx'
import { useFocusOnChange } from './use-focus-on-change.ts'
import { useSentCode } from './use-sent-code.ts'
import { useSteps } from './use-steps.ts'
import { stillServes } from './wizard.ts'

const steps = ['phone', 'code', 'password'] as const
type Step = (typeof steps)[number]

/** Phone, code, new password: the way back for who has forgotten it (product.md §2 Forgotten password). */
export default function ForgotPage() {
  const { t } = useTranslation()
  useTitle(t('account.reset.title'))
  const [, navigate] = useLocation()
  const [sent, setSent, setVerified] = useSentCode('otp-reset')
  const [phone, setPhone] = useState<string>(() => history.state?.phone || sent?.phone || '')
  const [notice, setNotice] = useState<unknown>()
  const { step, go, back } = useSteps<Step>('phone')
  const heading = useFocusOnChange(step)
  const nameOf = (step: Step) => (step === 'code' ? t('account.step.code') : t(`account.reset.${step}`))
  /** Whether a try got no answer, so that the password may be set. */
  const isUncertain = useRef(false)

  async function sendCode(): Promise<void> {
    const { unconfirmed, ...code } = await api('POST /api/login/reset/send', { phoneNumber: phone })
    setSent({ phone, ...code, sentAt: Date.now(), isUnconfirmed: unconfirmed === true, isVerified: false })
  }

  async function submitPhone(): Promise<void> {
    setNotice(undefined)
    if (sent?.phone === phone && sent.isVerified) return go('password')
    if (!stillServes(sent, phone, Date.now())) await sendCode()
    go('code')
  }

  async function verify(otpCode: string): Promise<void> {
    await api('POST /api/otp/verify', { otpToken: sent?.otpToken ?? '', otpCode })
    setVerified()
    go('password', { replace: true })
  }

  async function setPassword(newPassword: string, remember: boolean): Promise<void> {
    const otpToken = sent?.otpToken ?? ''
    try {
      const { token } = await api('POST /api/login/reset', { otpToken, newPassword, remember }).catch(
        (error: unknown) => {
          // The code is used up: perhaps by the try whose answer was lost, and then the password is the new
          // one.
          if (!isUsedUp(error) || !isUncertain.current) throw error
          return api('POST /api/login', { username: phone, password: newPassword, remember })
        },
      )
      setSent(undefined)
      keepToken(token, remember, phone)
      toast('positive', t('account.reset.done'))
      navigate('/user', { replace: true })
    } catch (error) {
      isUncertain.current = error instanceof ApiError && error.code === 'NETWORK'
      if (!isUsedUp(error)) throw error
      setSent(undefined)
      setNotice(error)
      go('phone', { replace: true })
    }
  }

  return (
    <div className="mx-auto grid max-w-md grid-cols-1 gap-4 wide:max-w-none wide:grid-cols-[1.1fr_1fr] wide:items-start wide:gap-10 wide:pt-8">
      <div className="wide:sticky wide:top-20 wide:grid wide:gap-6">
        <h1 className="mb-2 text-2xl font-bold wide:mb-0">{t('account.reset.title')}</h1>
        <Progress names={steps.map(nameOf)} at={steps.indexOf(step)} />
      </div>
      <Card>
        <h2 ref={heading} tabIndex={-1} className="mb-4 text-xl font-semibold outline-none">
          {nameOf(step)}
        </h2>
        {step === 'phone' && (
          <NumberStep phone={phone} onChange={setPhone} notice={notice} onSubmit={submitPhone} />
        )}
        {step === 'code' && sent && (
          <CodeStep sent={sent} onVerify={verify} onResend={sendCode} onBack={back} />
        )}
        {step === 'password' && <NewPasswordStep phone={phone} onSubmit={setPassword} />}
      </Card>
    </div>
  )
}

const isUsedUp = (error: unknown): boolean => error instanceof ApiError && error.code === 'UNVERIFIED_OTP'
