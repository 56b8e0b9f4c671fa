import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { type Pending, usePending, useWallet, type Wallet } from '../wallet/public.ts'
import { useWithdraw, type Withdrawn } from './use-withdraw.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawResult } from './withdraw-result.tsx'
import { WithdrawUnsure } from './withdraw-unsure.tsx'

interface Limits {
  withdrawMin: number
  withdrawMax: number
}

/**
 * Withdraws to the registered bank account (product.md §2 Modals), and then shows the outcome in the same
 * sheet.
 * @param followed a withdrawal under way that this was opened for
 */
export default function WithdrawModal({ followed, onClose }: { followed?: Pending; onClose(): void }) {
  const { t } = useTranslation()
  const { data: wallet } = useWallet()
  const {
    data: limits,
    error,
    refetch,
  } = useQuery({
    queryKey: ['withdraw', 'limits'],
    queryFn: ({ signal }) => api('GET /api/lookup/withdraw', { signal }),
  })
  const isUnderBonus = wallet?.activeBonus?.state === 'ACTIVE'
  // Loaded at once, so that its text does not appear between other elements later.
  const { isPending: asking } = usePending()
  return (
    <Dialog title={t('withdraw.title')} onClose={onClose}>
      {/* All views have one height, so that the head of the sheet does not move. */}
      <div
        className={cx(
          'flex flex-col',
          !followed &&
            (isUnderBonus
              ? 'min-h-[min(29rem,calc(92dvh-5.25rem))]'
              : 'min-h-[min(37.5rem,calc(92dvh-5.25rem))] wide:min-h-[min(37.5rem,calc(86dvh-5.25rem))]'),
        )}
      >
        {wallet && limits && !asking ? (
          <Withdrawal followed={followed} wallet={wallet} limits={limits} onClose={onClose} />
        ) : error ? (
          <Failed text={errorText(error)} onRetry={refetch} />
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

/** The form, or the outcome of the withdrawal that it sent. */
function Withdrawal({
  followed,
  wallet,
  limits,
  onClose,
}: {
  followed: Pending | undefined
  wallet: Wallet
  limits: Limits
  onClose(): void
}) {
  const [withdrawn, setWithdrawn] = useState(followed && withdrawnOf(followed))
  const [, navigate] = useLocation()
  function leadTo(path: string): void {
    onClose()
    settled().then(() => navigate(path))
  }
  const showBonus = () => leadTo('/user/bonus')
  const { send, sending, unsure } = useWithdraw(wallet, setWithdrawn, showBonus)

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
  return (
    <WithdrawForm
      wallet={wallet}
      limits={limits}
      sending={sending}
      onSend={send}
      onFollow={(row) => setWithdrawn(withdrawnOf(row))}
      onBonus={showBonus}
      onDeposit={() => leadTo('/user/home?open=deposit')}
    />
  )
}

/** An earlier withdrawal in the shape of the call's answer. */
const withdrawnOf = ({ id, amount, state }: Pending): Withdrawn => ({
  withdrawalId: id,
  amount: amount ?? 0,
  status: state === 'WITH_TEAM' ? 'PENDING' : 'APPROVED',
})
