import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { saveFile } from '@krapao/web/ui/save-file.ts'
import { FileDown, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { toastRefused } from '../../frame/calls/refused.tsx'
import { toast } from '../../ui/overlay.tsx'
import type { Filter } from './statement.ts'
import { Tool } from './tool.tsx'

interface File {
  fileName: string
  content: Blob
  /** Whether it has all rows. */
  complete: boolean
}

const loads = {
  csv: async (query: Filter): Promise<File> => {
    const { csv, ...file } = await api('GET /api/statement/csv', { query })
    return { ...file, content: new Blob([csv], { type: 'text/csv;charset=utf-8' }) }
  },
  pdf: async (query: Filter): Promise<File> => {
    const { pdf, ...file } = await api('GET /api/statement/pdf', { query })
    const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
    return { ...file, content: new Blob([bytes], { type: 'application/pdf' }) }
  },
}

const icons = { csv: FileSpreadsheet, pdf: FileDown }

/** Saves the filtered statement as a file: for spreadsheets, or on pages to print. */
export function FileButton({
  kind,
  filter,
  disabled,
}: {
  kind: keyof typeof loads
  filter: Filter
  disabled: boolean
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)

  async function download(): Promise<void> {
    setBusy(true)
    try {
      const { fileName, content, complete } = await loads[kind](filter)
      saveFile(content, fileName)
      if (!complete) toast('neutral', t('statement.csvPart'))
    } catch (error) {
      toastRefused(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Tool
      icon={icons[kind]}
      name={t(`statement.${kind}`)}
      busy={busy}
      busyLabel={t('ui.busy.preparing')}
      disabled={disabled}
      onClick={download}
    />
  )
}
