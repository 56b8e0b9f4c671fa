import { delays } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazyModal } from '../../../frame/load/lazy-modal.tsx'
import { useCopy } from '../../../ui/copy.tsx'
import { toast } from '../../../ui/overlay.tsx'
import { type Wallet, walletKey } from '../../wallet/public.ts'
import type { BankAccount } from '../accounts.ts'
import { mustRename } from './rename.ts'

const EditBankAccountName = lazyModal(
  ['account', 'account/person'],
  () => import('../../account/edit-bank-account-name-modal.tsx'),
)

/**
 * Copies account numbers. Before KBANK's number is copied, a member of a bank that shows English names must
 * have an English name, or the transfer would match no member (product.md §5); once the name is saved, the
 * number is copied automatically. `asks`: the number that the browser would copy only after a press.
 */
export function useCopyNumber(own: Wallet['bankAccount']) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const copy = useCopy()
  const [renaming, setRenaming] = useState<string>()
  const [asks, setAsks] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copyUnasked(accountNo: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(accountNo)
      toast('positive', t('ui.copied', { text: accountNo }))
    } catch {
      setAsks(accountNo)
    }
  }

  function closeRename(accountNo: string, saved: boolean): void {
    setRenaming(undefined)
    if (!saved) return
    queries.invalidateQueries({ queryKey: walletKey })
    timer.current = setTimeout(() => copyUnasked(accountNo), delays.copyAfterRename)
  }

  const modal: ReactNode = renaming && (
    <EditBankAccountName
      bankCode={own.bankCode}
      bankAccountName={own.bankAccountName}
      onClose={(saved: boolean) => closeRename(renaming, saved)}
    />
  )

  return {
    asks,
    /** The modal for the name, while it is open. */
    modal,
    copyNumber({ bankCode, bankAccountNo }: BankAccount): void {
      if (mustRename(bankCode, own)) {
        setRenaming(bankAccountNo)
        return
      }
      setAsks(undefined)
      copy(bankAccountNo)
    },
  }
}
