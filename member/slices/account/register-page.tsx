import { delays } from '@krapao/contract/limits.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../frame/calls/api.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/overlay.tsx'
import { BankStep } from './bank-step.tsx'
import { CodeStep } from './code-step.tsx'
import { draftBeforeReload, useDraftOverReload } from './draft-over-reload.ts'
import { forgetInviteCode, refuseUnknown, useInviteCode } from './invite-code.ts'
import { PersonStep } from './person-step.tsx'
import { PhoneStep } from './phone-step.tsx'
import { Progress } from './progress.tsx'
import { useFocusOnChange } from './use-focus-on-change.ts'
import { useSentCode } from './use-sent-code.ts'
import { useSteps } from './use-steps.ts'
import { type Draft, emptyDraft, inForm, registrationOf, type Step, stillServes, tokenFor } from './wizard.ts'

/**
 * Whether registration verifies the phone, and the requirements for new members. Loaded early, needed after
 * step 1.
 */
const otpFlag = { queryKey: ['registerOTP'], queryFn: () => api('GET /api/lookup/registerOTP') }

/** Four steps to an account: phone, code, person, bank (product.md §4 Registration). */
export default function RegisterPage() {
  const { t } = useTranslation()
  useTitle(t('account.register.title'))
  const queries = useQueryClient()
  const flag = useQuery(otpFlag)
  const invited = useInviteCode()
  const [sent, setSent, setVerified] = useSentCode('otp')
  const [typed, setDraft] = useState(() => ({
    ...emptyDraft(invited.code),
    phone: sent?.phone ?? '',
    ...draftBeforeReload(),
  }))
  useDraftOverReload(typed)
  const isInvited = invited.code !== '' && !invited.isUnknown && typed.inviteCode === invited.code
  const draft = inForm(typed, brand.variant)
  const [notice, setNotice] = useState<unknown>()
  const [done, setDone] = useState(false)
  const { step, go, back } = useSteps<Step>('phone')
  const heading = useFocusOnChange(done ? 'done' : step)
  useLeaveWhen(done, draft.phone)

  // A code that nobody has is left out, so that the person can type in the right one; what was typed in
  // already stays.
  useEffect(() => {
    if (!invited.isUnknown) return
    forgetInviteCode()
    setDraft((before) => (before.inviteCode === invited.code ? { ...before, inviteCode: '' } : before))
  }, [invited.isUnknown, invited.code])

  const change = (part: Partial<Draft>) => {
    setNotice(undefined)
    setDraft((before) => ({ ...before, ...part }))
  }

  /** Sends a code. @returns whether a code is needed at all */
  async function sendCode(): Promise<boolean> {
    const { phone } = draft
    const { code, otpToken, otpRef, resendSeconds, unconfirmed } = await api('POST /api/otp/send', {
      phoneNumber: phone,
      ...tokenFor(sent, phone),
    })
    const isVerified = code === 'OTP_VERIFIED'
    setSent({
      phone,
      otpToken,
      otpRef,
      sentAt: Date.now(),
      resendSeconds,
      isUnconfirmed: unconfirmed === true,
      isVerified,
    })
    return !isVerified
  }

  async function submitPhone(): Promise<void> {
    const { registerOTP } = await queries.fetchQuery(otpFlag)
    const needed = registerOTP && (stillServes(sent, draft.phone, Date.now()) || (await sendCode()))
    go(needed ? 'code' : 'person')
  }

  async function verify(otpCode: string): Promise<void> {
    await api('POST /api/otp/verify', { otpToken: sent?.otpToken ?? '', otpCode })
    setVerified()
    go('person', { replace: true })
  }

  /**
   * A phone stays verified for half an hour. If that time passes while the person types, step 1 says so and
   * sends another code.
   */
  async function verified(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'UNVERIFIED_OTP') throw error
      setNotice(error)
      go('phone')
    }
  }

  const submitPerson = () =>
    verified(async () => {
      if (!isInvited) await refuseUnknown(draft.inviteCode.trim())
      await api('POST /api/account/validate', registrationOf(draft, brand.variant, { bank: false, sent }))
      go('bank')
    })

  const submitBank = () =>
    verified(async () => {
      const registration = registrationOf(draft, brand.variant, { bank: true, sent })
      const { note } = await api('POST /api/account', registration)
      forgetInviteCode()
      setSent(undefined)
      setDone(true)
      if (note) toast('neutral', t('account.invite.unknown'))
    })

  const shared = { draft, change, onBack: back }
  const steps: Step[] =
    flag.data?.registerOTP === false ? ['phone', 'person', 'bank'] : ['phone', 'code', 'person', 'bank']

  return (
    <div className="mx-auto grid max-w-md grid-cols-1 gap-4 wide:max-w-none wide:grid-cols-[1.1fr_1fr] wide:items-start wide:gap-10 wide:pt-8">
      <div className="wide:sticky wide:top-20 wide:grid wide:gap-6">
        <h1 className="mb-2 text-2xl font-bold wide:mb-0">{t('account.register.title')}</h1>
        <Progress
          names={steps.map((step) => t(`account.step.${step}`))}
          at={steps.indexOf(done ? 'bank' : step)}
        />
      </div>
      <Card>
        <h2 ref={heading} tabIndex={-1} className="mb-4 text-xl font-semibold outline-none">
          {t(done ? 'account.register.done' : `account.step.${step}`)}
        </h2>
        {done ? (
          <p className="flex items-start gap-3 text-base">
            <CircleCheck className="mt-0.5 size-6 shrink-0 text-positive" aria-hidden />
            {t('account.register.leaving')}
          </p>
        ) : (
          <>
            {step === 'phone' && (
              <PhoneStep
                {...shared}
                draft={typed}
                {...{ invited, notice }}
                minAge={flag.data?.minAge}
                onSubmit={submitPhone}
              />
            )}
            {step === 'code' && sent && (
              <CodeStep
                sent={sent}
                onVerify={verify}
                onResend={async () => {
                  if (!(await sendCode())) go('person', { replace: true })
                }}
                onBack={back}
              />
            )}
            {step === 'person' && (
              <PersonStep {...shared} inviteLocked={isInvited} numbers={flag.data} onSubmit={submitPerson} />
            )}
            {step === 'bank' && <BankStep {...shared} onSubmit={submitBank} />}
          </>
        )}
      </Card>
    </div>
  )
}

/** Shown for two seconds after the registration, before the login page opens (product.md §4). */
function useLeaveWhen(done: boolean, phone: string): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(
      () => navigate('/login', { replace: true, state: { phone } }),
      delays.redirectAfterRegister,
    )
    return () => clearTimeout(timer)
  }, [done, navigate, phone])
}
