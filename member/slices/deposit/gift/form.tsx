import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { newKey } from '@krapao/web/api/key.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { LockOpen } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../app/api.ts'
import { Intents } from '../../../app/intents.ts'
import { onSessionChange } from '../../../app/session.ts'
import { Actions, Body } from '../../../ui/actions.tsx'
import { toast } from '../../../ui/overlay.tsx'
import { type Pending, walletKey } from '../../wallet/public.ts'
import { Arrived } from '../arrived.tsx'
import { Failure, Unsure } from '../failure.tsx'
import { FollowedDeposit, sentNow } from '../followed-deposit.tsx'
import { unbroken } from '../own-account.tsx'
import { useSend } from '../use-send.ts'
import { canEncrypt, encrypt } from './cipher.ts'

interface Sealed {
  idempotencyKey: string
  encrypted: Promise<string>
}

/** Encrypting gives another text each time, and a key must go out with the same one: both are kept. */
const intents = new Intents<Sealed>((plain) => ({
  idempotencyKey: newKey(),
  encrypted: encrypt(plain, brand.truelinkSecret),
}))
onSessionChange(() => intents.clear())

/** A gift link of a payment wallet, redeemed into the member's wallet. */
export function GiftForm({
  walletAccountName,
  username,
  currency,
  minimum,
  before,
  onClose,
  onTransfer,
}: {
  walletAccountName: string
  /** The member's phone: the gift must come from it. */
  username: string
  currency: Currency
  /** Least gift, as the server says. */
  minimum: number
  /** What stands above the form, while it is one. */
  before?: ReactNode
  onClose(): void
  onTransfer?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const form = useId()
  const [link, setLink] = useState('')
  const [arrived, setArrived] = useState<AnswerOf<'POST /api/wallet/truelink'>>()
  const [followed, setFollowed] = useState<Pending>()
  const { send, sending, failure, unsure, forget } = useSend<'POST /api/wallet/truelink', Sealed>(
    intents,
    ({ idempotencyKey }) => idempotencyKey,
    (answer) => {
      if (answer.status === 'SUCCESS') {
        toast('positive', t('deposit.gift.sent', { amount: formatMoney(answer.amount ?? 0, currency) }))
        setArrived(answer)
      } else {
        toast('neutral', t('deposit.gift.checking'))
        const { giftId: id, amount } = answer
        setFollowed(sentNow({ kind: 'gift', id, amount, currency, state: 'CHECKING', from: 'GIFT' }))
      }
      queries.invalidateQueries({ queryKey: walletKey })
      setLink('')
    },
  )
  const plain = `${link.trim()}::${walletAccountName}`
  const isUnsure = unsure === plain

  async function redeem(): Promise<void> {
    if (link.trim() === '' || !canEncrypt()) return
    await send(plain, async ({ idempotencyKey, encrypted }) =>
      api('POST /api/wallet/truelink', { link: await encrypted }, { idempotencyKey }),
    )
  }

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
            redeem()
          }}
        >
          <Field
            label={t('deposit.gift.link')}
            hint={t('deposit.gift.hint', {
              phone: unbroken(username),
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
          <Unsure text={t('deposit.gift.checkingText')} />
        ) : (
          <Failure
            error={failure}
            text={why?.code === 'NO_WALLET' ? t('deposit.gift.noWallet') : undefined}
          />
        )}
        {isUnsure && <Unsure text={t('deposit.gift.unsure')} />}
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
