import { delays } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMinute, formatMoney } from '@krapao/web/ui/format.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, Undo2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../frame/calls/api.ts'
import { AskSupport } from '../../frame/chat/ask-support.tsx'
import { Actions, ButtonPair } from '../../ui/actions.tsx'
import { Outcome } from '../../ui/outcome.tsx'
import { shortReference } from '../../ui/short-reference.ts'
import { useSeen } from '../outcome/public.ts'
import { PushOffer } from '../settings/public.ts'
import { ReceiptButton } from '../statement/public.ts'
import { useBalance, usePending, type Wallet } from '../wallet/public.ts'
import { BankTarget } from './bank-target.tsx'
import { ResultBody } from './result-body.tsx'
import type { Withdrawn } from './use-withdraw.ts'

/** Milliseconds after which the result says that the bank may not have answered. */
const patience = 2 * delays.call

/**
 * The state of a withdrawal, updated while shown: waiting for the transfer, transferred, or back in the
 * wallet.
 */
export function WithdrawResult({
  withdrawn,
  wallet,
  onClose,
}: {
  withdrawn: Withdrawn
  wallet: Wallet
  onClose(): void
}) {
  const { t, i18n } = useTranslation()
  const { status, reason } = useStatus(withdrawn)
  const [, navigate] = useLocation()
  const balance = useBalance(wallet.currency)
  const at = useEndTime(withdrawn.withdrawalId, status)
  useSeen(status === 'PENDING' ? undefined : withdrawn.withdrawalId, status === 'SUCCESS')
  const row = usePending().data?.find(({ id }) => id === withdrawn.withdrawalId)
  const isWithTeam = row ? row.state === 'WITH_TEAM' : withdrawn.status === 'PENDING'
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [])

  const why = `withdraw.refused.${reason}`
  const looks = {
    PENDING: () => ({
      icon: Clock,
      tone: 'notice' as const,
      title: t('withdraw.waiting'),
      text: t(
        isWithTeam ? 'withdraw.waitingForStaff' : long ? 'withdraw.waitingLong' : 'withdraw.waitingText',
      ),
    }),
    SUCCESS: () => ({
      icon: CircleCheck,
      tone: 'positive' as const,
      title: t('withdraw.paid'),
      text: t('withdraw.paidText'),
    }),
    FAILED: () => ({
      icon: Undo2,
      tone: 'negative' as const,
      title: t('withdraw.returned'),
      text: [i18n.exists(why) && (t as (key: string) => string)(why), t('withdraw.returnedText')]
        .filter(Boolean)
        .join(' '),
    }),
  }
  return (
    <>
      <ResultBody>
        <Outcome
          {...looks[status]()}
          amount={formatMoney(withdrawn.amount, wallet.currency)}
          receipt={{
            id: withdrawn.withdrawalId,
            ...(status !== 'PENDING' && {
              lines: [
                [t('wallet.balanceNow', { name: t('wallet.mainWallet') }), balance(wallet.wallet.amount)],
                [t('ui.time'), at && formatMinute(at)],
              ],
            }),
            below: (
              <>
                <ReceiptButton id={withdrawn.withdrawalId} />
                {(status === 'FAILED' || long || (status === 'PENDING' && isWithTeam)) && (
                  <span className="text-link">
                    <AskSupport reference={shortReference(withdrawn.withdrawalId)} />
                  </span>
                )}
              </>
            ),
          }}
        >
          <BankTarget account={wallet.bankAccount} />
        </Outcome>
        {status === 'PENDING' && (
          <div className="grid gap-3">
            {isWithTeam && <p className="px-2 text-sm text-ink-soft">{t('withdraw.noCancel')}</p>}
            <PushOffer />
          </div>
        )}
      </ResultBody>
      <Actions>
        <ButtonPair>
          <Button
            look="quiet"
            onClick={() => {
              onClose()
              settled().then(() => navigate('/user/statement?type=withdraw'))
            }}
          >
            {t('withdraw.see')}
          </Button>
          {/* The focus moves here, because the button that was pressed is gone. */}
          <Button autoFocus onClick={onClose}>
            {t('ui.close')}
          </Button>
        </ButtonPair>
      </Actions>
    </>
  )
}

/** When it was paid or came back: the receipt knows. Undefined until then. */
function useEndTime(withdrawalId: string, status: Status['status']): string | undefined {
  const { data } = useQuery({
    queryKey: ['withdraw', 'end', withdrawalId],
    queryFn: ({ signal }) =>
      api('GET /api/statement/receipt/:id', { params: { id: withdrawalId } }, { signal }),
    enabled: status !== 'PENDING',
  })
  return data?.settledAt ?? undefined
}

interface Status {
  status: 'PENDING' | 'SUCCESS' | 'FAILED'
  /** Why it failed, if the reason is known. */
  reason: string | null
}

/** The statement has the state; it is loaded again whenever the server says that a withdrawal changed. */
function useStatus({ withdrawalId, status }: Withdrawn): Status {
  const { data } = useQuery({
    queryKey: ['withdraw', 'status', withdrawalId],
    queryFn: ({ signal }) => api('POST /api/statement', { page: 1, limit: 20, type: 'withdraw' }, { signal }),
    select: ({ statements }) => statements.find((row) => row.sourceId === withdrawalId),
    // In case the socket is down.
    refetchInterval: 15_000,
  })
  return data ?? { status: status === 'APPROVED' ? 'PENDING' : status, reason: null }
}
