import { ApiError } from '@krapao/web/api/client.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Info, LockOpen } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Actions, Body } from '../../../ui/actions.tsx'
import { intoView } from '../../../ui/into-view.ts'
import { UnknownOutcome } from '../../../ui/unknown-outcome.tsx'
import type { Pending, Wallet } from '../../wallet/public.ts'
import { Arrived } from '../arrived.tsx'
import { Failure } from '../failure.tsx'
import { FollowedDeposit, sentNow } from '../followed-deposit.tsx'
import { unbroken } from '../own-account.tsx'
import { canEncrypt, digestOf } from './cipher.ts'
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
  wallet: Wallet
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
  const [link, setLink] = useState('')
  const [arrived, setArrived] = useState<GiftAnswer>()
  const [followed, setFollowed] = useState<Pending>()
  const plain = `${link.trim()}::${walletAccountName}`
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
  const why = failure instanceof ApiError ? failure : undefined
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
          id={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (link.trim() !== '' && canEncrypt()) redeem(plain)
          }}
        >
          <Field
            label={t('deposit.gift.link')}
            hint={t('deposit.gift.hint', {
              phone: unbroken(wallet.profile.username),
              amount: formatMoney(minimum, currency),
            })}
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={1000}
            placeholder="https://"
            readOnly={sending}
            value={link}
            onChange={({ target }) => {
              forget()
              setLink(target.value)
            }}
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
          <Failure
            error={failure}
            text={why?.code === 'NO_WALLET' ? t('deposit.gift.noWallet') : undefined}
          />
        )}
        {isUnsure && <UnknownOutcome text={t('deposit.gift.unsure')} />}
      </Body>
      <Actions>
        <Button
          wide
          type="submit"
          form={form}
          busy={sending}
          busyLabel={t(isUnsure ? 'ui.busy.checking' : 'ui.busy.sending')}
          disabled={link.trim() === '' || !canEncrypt()}
        >
          {t(isUnsure ? 'deposit.gift.checkAgain' : 'deposit.gift.send')}
        </Button>
      </Actions>
    </>
  )
}

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
