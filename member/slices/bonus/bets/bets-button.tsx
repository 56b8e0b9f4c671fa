import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { ListOrdered } from 'lucide-react'
import { useState } from 'react'
import { lazyModal } from '../../../frame/load/lazy-modal.tsx'

const BetsModal = lazyModal(['bonus', 'bonus/bets'], () => import('./bets-modal.tsx'), 'bonus.bets')

/** Opens the bets that a bonus, running or ended, was played with. */
export function BetsButton({ id, mode }: { id: string; mode: 'turnover' | 'balance' }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="-mx-3 inline-flex min-h-11 w-fit items-center gap-1.5 rounded-full px-3 text-sm font-semibold text-link hover:bg-sunken"
      >
        <ListOrdered className="size-4.5 shrink-0" aria-hidden />
        {t('bonus.bets')}
      </button>
      {open && <BetsModal id={id} mode={mode} onClose={() => setOpen(false)} />}
    </>
  )
}
