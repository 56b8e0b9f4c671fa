import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { ClipboardPaste, Info, LockOpen } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Actions, Body, saysMissing } from '../../../ui/actions.tsx'
import { intoView } from '../../../ui/into-view.ts'
import { toast } from '../../../ui/overlay.tsx'
import { UnknownOutcome } from '../../../ui/unknown-outcome.tsx'
import type { Holder, Pending } from '../../wallet/public.ts'
import { Arrived } from '../arrived.tsx'
import { unbroken } from '../banks/own-account.tsx'
import { Failure } from '../failure.tsx'
import { FollowedDeposit, sentNow } from '../followed-deposit.tsx'
import { canEncrypt, digestOf } from './cipher.ts'
import { giftLinkIn } from './gift-link.ts'
import { type GiftAnswer, useGift } from './use-gift.ts'

/** A gift link of a payment wallet, redeemed into the member's wallet. */
export function GiftForm({
  walletAccountName,
  wallet,
  minimum,
  before,
  onClose,
  onTransfer,
}: {
  walletAccountName: string
  wallet: Holder
  /** The minimum gift, as the server says. */
  minimum: number
  /** Content above the form, shown while the form is. */
  before?: ReactNode
  onClose(): void
  onTransfer?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const form = useId()
  const { currency } = wallet
  const entry = useRef<HTMLFormElement>(null)
  const [link, setLink] = useState('')
  const [arrived, setArrived] = useState<GiftAnswer>()
  const [followed, setFollowed] = useState<Pending>()
  const [pressed, setPressed] = useState(false)
  const found = giftLinkIn(link)
  const plain = `${found ?? ''}::${walletAccountName}`
  const digest = useDigest(plain)
  const { redeem, sending, failure, unsure, forget } = useGift(wallet, {
    isAbout: (one) => one === digest,
    show(answer) {
      const { giftId: id, amount } = answer
      if (answer.status === 'SUCCESS') setArrived(answer)
      else setFollowed(sentNow({ kind: 'gift', id, amount, currency, state: 'CHECKING', from: 'GIFT' }))
      setLink('')
    },
  })
  const isUnsure = digest !== undefined && unsure.includes(digest)

  if (arrived) {
    return (
      <Arrived
        amount={arrived.amount ?? 0}
        currency={currency}
        id={arrived.giftId}
        again={t('deposit.gift.another')}
        onAgain={() => setArrived(undefined)}
        {...{ onClose, onTransfer }}
      />
    )
  }
  if (followed) {
    return (
      <FollowedDeposit
        row={followed}
        again={t('deposit.gift.another')}
        onAgain={() => setFollowed(undefined)}
        {...{ onClose, onTransfer }}
      />
    )
  }
  const hint = t('deposit.gift.hint', {
    phone: unbroken(wallet.profile.username),
    amount: formatMoney(minimum, currency),
  })
  const isNoLink = pressed && link.trim() !== '' && !found
  function type(text: string): void {
    forget()
    setPressed(false)
    setLink(text)
  }
  async function paste(): Promise<void> {
    try {
      type(await navigator.clipboard.readText())
      // What was just pasted is complete, so it is judged at once.
      setPressed(true)
    } catch {
      toast('neutral', t('deposit.gift.pasteFailed'))
      entry.current?.querySelector('input')?.focus()
    }
  }
  const why = failure instanceof ApiError ? failure : undefined
  function textOf({ code, body: { reason } }: ApiError): string | undefined {
    if (code === 'NO_WALLET') return t('deposit.gift.noWallet')
    if (code !== 'TRUELINK_INVALID') return undefined
    if (reason === 'OTHER_PHONE')
      return t('deposit.gift.why.OTHER_PHONE', { phone: unbroken(wallet.profile.username) })
    if (reason === 'OTHER_CURRENCY') return t('deposit.gift.why.OTHER_CURRENCY')
    if (reason === 'MINIMUM') return t('deposit.gift.why.MINIMUM', { amount: formatMoney(minimum, currency) })
    return undefined
  }
  const missing = !canEncrypt()
    ? t('deposit.gift.sendInsecure')
    : link.trim() === ''
      ? t('deposit.gift.sendEmpty')
      : undefined
  const isUnderWay = why?.code === 'TRUELINK_DUPLICATE' && why.body.status === 'PENDING'
  return (
    <>
      <Body>
        {before}
        <ol className="grid list-decimal gap-1 pl-5 text-sm text-pretty">
          <li>{t('deposit.gift.step1')}</li>
          <li>{t('deposit.gift.step2')}</li>
          <li>{t('deposit.gift.step3')}</li>
        </ol>
        <form
          ref={entry}
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setPressed(true)
            if (found && canEncrypt()) redeem(plain)
            else entry.current?.querySelector('input')?.focus()
          }}
        >
          <Field
            label={t('deposit.gift.link')}
            hint={isNoLink ? undefined : hint}
            error={isNoLink ? t('deposit.gift.notLink') : undefined}
            action={
              canPaste() && (
                <IconButton label={t('deposit.gift.paste')} onClick={paste} disabled={sending}>
                  <ClipboardPaste className="size-5" aria-hidden />
                </IconButton>
              )
            }
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={1000}
            placeholder="https://"
            readOnly={sending}
            value={link}
            onChange={({ target }) => type(target.value)}
          />
        </form>
        {!canEncrypt() && (
          <Note tone="negative" icon={<LockOpen className="mt-0.5 size-5 shrink-0" aria-hidden />}>
            {t('deposit.gift.insecure')}
          </Note>
        )}
        {isUnderWay ? (
          <div ref={intoView} role="alert" className="scroll-mb-28">
            <Note icon={<Info className="mt-0.5 size-5 shrink-0" aria-hidden />}>
              {t('deposit.gift.checkingText')}
            </Note>
          </div>
        ) : (
          <Failure error={failure} text={why && textOf(why)} />
        )}
        {isUnsure && <UnknownOutcome text={t('deposit.gift.unsure')} />}
      </Body>
      <Actions>
        <Button
          wide
          {...(missing && saysMissing)}
          type="submit"
          form={form}
          busy={sending}
          busyLabel={t(isUnsure ? 'ui.busy.checking' : 'ui.busy.sending')}
          disabled={missing !== undefined}
        >
          {missing ?? t(isUnsure ? 'deposit.gift.checkAgain' : 'deposit.gift.send')}
        </Button>
      </Actions>
    </>
  )
}

/** Browsers let a page read what was copied only when it is asked by a press, and some never. */
const canPaste = (): boolean => typeof navigator.clipboard?.readText === 'function'

/** The digest of a text; undefined until it is computed, and on pages that cannot encrypt. */
function useDigest(text: string): string | undefined {
  const [known, setKnown] = useState<{ text: string; digest: string }>()
  useEffect(() => {
    let left = false
    if (canEncrypt()) digestOf(text).then((digest) => left || setKnown({ text, digest }))
    return () => {
      left = true
    }
  }, [text])
  return known?.text === text ? known.digest : undefined
}
