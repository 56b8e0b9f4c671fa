import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed, Loading, Skeleton } from '../../ui/states.tsx'
import { useWallet, type Wallet } from '../wallet/public.ts'
import { useWithdraw, type Withdrawn } from './use-withdraw.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawResult } from './withdraw-result.tsx'
import { WithdrawUnsure } from './withdraw-unsure.tsx'

interface Limits {
  withdrawMin: number
  withdrawMax: number
}

/** Takes money out to the registered bank account (spec.md §2 Modals); then what becomes of it, in the same sheet. */
export default function WithdrawModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { data: wallet } = useWallet()
  const {
    data: limits,
    isError,
    refetch,
  } = useQuery({
    queryKey: ['withdraw', 'limits'],
    queryFn: ({ signal }) => api('GET /api/lookup/withdraw', { signal }),
  })
  return (
    <Dialog title={t('withdraw.title')} onClose={onClose}>
      {/* One height for all that is shown here, so that the head of the sheet stays where it is. */}
      <div className="flex min-h-[min(37.5rem,calc(92dvh-5.25rem))] wide:min-h-[min(37.5rem,calc(86dvh-5.25rem))] flex-col">
        {wallet && limits ? (
          <Withdrawal wallet={wallet} limits={limits} onClose={onClose} />
        ) : isError ? (
          <Failed onRetry={refetch} />
        ) : (
          <WithdrawSkeleton />
        )}
      </div>
    </Dialog>
  )
}

const WithdrawSkeleton = () => (
  <>
    <Loading>
      <div className="grid gap-4">
        <Skeleton className="h-36 rounded-2xl" />
        <Skeleton className="h-27 rounded-2xl" />
        <Skeleton className="h-12 rounded-2xl" />
        <Skeleton className="h-24 rounded-2xl" />
      </div>
    </Loading>
    <Skeleton className="mt-auto h-12 rounded-2xl" />
  </>
)

/** The form, or what became of what it sent. */
function Withdrawal({ wallet, limits, onClose }: { wallet: Wallet; limits: Limits; onClose(): void }) {
  const [withdrawn, setWithdrawn] = useState<Withdrawn>()
  const { send, sending, unsure } = useWithdraw(wallet, setWithdrawn)

  if (withdrawn) return <WithdrawResult withdrawn={withdrawn} wallet={wallet} onClose={onClose} />
  if (unsure) {
    return (
      <WithdrawUnsure
        wallet={wallet}
        amount={unsure.amount}
        asking={sending}
        onAsk={() => send(unsure.amount)}
        onClose={onClose}
      />
    )
  }
  return <WithdrawForm wallet={wallet} limits={limits} sending={sending} onSend={send} />
}
