import { Button } from '@krapao/web/ui/button.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../app/api.ts'
import { toastRefused } from '../../app/refused.tsx'
import { toast } from '../../ui/overlay.tsx'
import type { Filter } from './statement.ts'

/** Saves the filtered statement as a file that spreadsheets open. */
export function CsvButton({ filter, disabled }: { filter: Filter; disabled: boolean }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)

  async function download(): Promise<void> {
    setBusy(true)
    try {
      const { fileName, csv, complete } = await api('GET /api/statement/csv', { query: filter })
      const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
      const link = document.createElement('a')
      link.href = url
      link.download = fileName
      link.click()
      // Some browsers read the address only after the click handler has returned.
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
      if (!complete) toast('neutral', t('statement.csvPart'))
    } catch (error) {
      toastRefused(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      look="quiet"
      className="px-3!"
      busy={busy}
      busyLabel={t('ui.busy.preparing')}
      disabled={disabled}
      icon={<Download className="size-5 shrink-0" aria-hidden />}
      onClick={download}
    >
      {t('statement.csv')}
    </Button>
  )
}
