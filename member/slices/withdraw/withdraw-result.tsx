import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Clock, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { formatMoney } from '../../ui/format.ts'
import type { Wallet } from '../wallet/public.ts'
import { BankTarget } from './bank-target.tsx'
import type { Withdrawn } from './use-withdraw.ts'

/** What became of a withdrawal, live: waiting for the transfer, transferred, or back in the wallet. */
export function WithdrawResult({ withdrawn, wallet }: { withdrawn: Withdrawn; wallet: Wallet }) {
  const { t } = useTranslation()
  const status = useStatus(withdrawn)
  const look = {
    PENDING: {
      icon: <Clock className="size-14 text-notice" strokeWidth={1.5} aria-hidden />,
      title: t('withdraw.waiting'),
      text: t(withdrawn.status === 'PENDING' ? 'withdraw.waitingForStaff' : 'withdraw.waitingText'),
    },
    SUCCESS: {
      icon: <CircleCheck className="size-14 text-positive" strokeWidth={1.5} aria-hidden />,
      title: t('withdraw.paid'),
      text: t('withdraw.paidText'),
    },
    FAILED: {
      icon: <Undo2 className="size-14 text-negative" strokeWidth={1.5} aria-hidden />,
      title: t('withdraw.returned'),
      text: t('withdraw.returnedText'),
    },
  }[status]
  return (
    <div className="grid gap-5 pt-3 pb-2">
      <div role="status" className="grid justify-items-center gap-2 text-center">
        {look.icon}
        <p className="text-2xl font-bold">{formatMoney(withdrawn.amount, wallet.currency)}</p>
        <p className="text-base font-semibold">{look.title}</p>
        <p className="max-w-sm text-base text-ink-soft">{look.text}</p>
      </div>
      <BankTarget account={wallet.bankAccount} />
    </div>
  )
}

/** The statement tells how it stands; it is asked again whenever the server says that a withdrawal changed. */
function useStatus({ withdrawalId, amount, status }: Withdrawn): 'PENDING' | 'SUCCESS' | 'FAILED' {
  const { data } = useQuery({
    queryKey: ['withdraw', 'status', withdrawalId],
    queryFn: ({ signal }) => api('POST /api/statement', { page: 1, limit: 5, type: 'withdraw' }, { signal }),
    select: ({ statements }) => statements.find((row) => row.amount === amount)?.status,
    // Should the socket be down.
    refetchInterval: 15_000,
  })
  if (data) return data
  return status === 'APPROVED' ? 'PENDING' : status
}
