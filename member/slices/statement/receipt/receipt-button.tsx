import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Receipt } from './receipt-part.ts'

/**
 * Opens the receipt of a deposit or withdrawal. @param id of its row, or of the slip, code, gift or
 * withdrawal
 */
export function ReceiptButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-full px-3 text-sm font-semibold text-link hover:bg-sunken"
      >
        <ReceiptText className="size-4.5 shrink-0" aria-hidden />
        {t('ui.receipt')}
      </button>
      {open && <Receipt id={id} onClose={() => setOpen(false)} />}
    </>
  )
}
