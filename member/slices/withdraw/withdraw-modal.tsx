import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failed, Loading, Skeleton } from '../../ui/states.tsx'
import { useWallet } from '../wallet/public.ts'
import type { Withdrawn } from './use-withdraw.ts'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawResult } from './withdraw-result.tsx'

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
  const [withdrawn, setWithdrawn] = useState<Withdrawn>()

  if (wallet && withdrawn) {
    return (
      <Dialog
        title={t('withdraw.title')}
        onClose={onClose}
        footer={
          // The button that was pressed is gone: the focus goes on here.
          <Button wide autoFocus onClick={onClose}>
            {t('ui.close')}
          </Button>
        }
      >
        <WithdrawResult withdrawn={withdrawn} wallet={wallet} />
      </Dialog>
    )
  }
  if (wallet && limits) {
    return <WithdrawForm wallet={wallet} limits={limits} onDone={setWithdrawn} onClose={onClose} />
  }
  return (
    <Dialog title={t('withdraw.title')} onClose={onClose}>
      {isError ? (
        <Failed onRetry={refetch} />
      ) : (
        <Loading>
          <div className="grid gap-4">
            <Skeleton className="h-28" />
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        </Loading>
      )}
    </Dialog>
  )
}
