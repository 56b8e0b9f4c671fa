import type { AnswerOf } from '@krapao/contract/client.ts'
import { giftMinimum } from '@krapao/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { LockOpen } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api } from '../../app/api.ts'
import { brand } from '../../app/brand.ts'
import { Intents, newKey } from '../../app/intents.ts'
import { onSessionChange } from '../../app/session.ts'
import { Actions, Body } from '../../ui/actions.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { type Currency, formatMoney } from '../../ui/format.ts'
import { toast } from '../../ui/overlay.tsx'
import { Note } from '../../ui/states.tsx'
import { walletKey } from '../wallet/public.ts'
import { canEncrypt, encrypt } from './cipher.ts'
import { Failure, Unsure } from './failure.tsx'
import { unbroken } from './own-account.tsx'
import { Result } from './result.tsx'
import { useSend } from './use-send.ts'

/** Encrypting gives another text each time, and a key must go out with the same one: both are kept. */
const intents = new Intents((plain) => ({
  idempotencyKey: newKey(),
  encrypted: encrypt(plain, brand.truelinkSecret),
}))
onSessionChange(() => intents.clear())

/** A gift link of a payment wallet, redeemed into the member's wallet. */
export function GiftForm({
  walletAccountName,
  username,
  currency,
  onClose,
}: {
  walletAccountName: string
  /** The member's phone: the gift must come from it. */
  username: string
  currency: Currency
  onClose(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const form = useId()
  const [link, setLink] = useState('')
  const [done, setDone] = useState<AnswerOf<'POST /api/wallet/truelink'>>()
  const { send, sending, failure, unsure, forget } = useSend(intents)
  const plain = `${link.trim()}::${walletAccountName}`
  const isUnsure = unsure === plain

  async function redeem(): Promise<void> {
    if (link.trim() === '' || !canEncrypt()) return
    const answer = await send(plain, async ({ idempotencyKey, encrypted }) =>
      api('POST /api/wallet/truelink', { link: await encrypted }, { idempotencyKey }),
    )
    if (!answer) return
    const amount = formatMoney(answer.amount ?? 0, currency)
    if (answer.status === 'SUCCESS') toast('positive', t('deposit.gift.sent', { amount }))
    else toast('neutral', t('deposit.gift.checking'))
    queries.invalidateQueries({ queryKey: walletKey })
    setLink('')
    setDone(answer)
  }

  if (done) {
    return (
      <>
        <Body key="done">
          {done.status === 'SUCCESS' ? (
            <Result
              tone="positive"
              title={t('deposit.arrived')}
              amount={`+${formatMoney(done.amount ?? 0, currency)}`}
            >
              {t('deposit.arrivedText')}
            </Result>
          ) : (
            <Result tone="notice" title={t('deposit.gift.checking')}>
              {t('deposit.gift.checkingText')}
            </Result>
          )}
        </Body>
        <Actions>
          <div className="grid grid-cols-2 gap-2">
            <Button look="quiet" onClick={() => setDone(undefined)}>
              {t('deposit.gift.another')}
            </Button>
            <Button autoFocus onClick={onClose}>
              {t('ui.close')}
            </Button>
          </div>
        </Actions>
      </>
    )
  }
  const why = failure instanceof ApiError ? failure : undefined
  const isUnderWay = why?.code === 'TRUELINK_DUPLICATE' && why.body.status === 'PENDING'
  return (
    <>
      <Body>
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
              amount: formatMoney(giftMinimum),
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
        <Button wide type="submit" form={form} busy={sending} disabled={link.trim() === '' || !canEncrypt()}>
          {t(isUnsure ? 'deposit.gift.checkAgain' : 'deposit.gift.send')}
        </Button>
      </Actions>
    </>
  )
}
