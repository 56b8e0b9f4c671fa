import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'

/** Takes what is found out of the console as a file, and says what came of it. */
export function ExportButton({
  of,
  take,
  errorText,
}: {
  /** What is found, e.g. its filter: what came of one file is not said beside another list. */
  of: string
  /** Fetches and keeps the file. @returns how many rows it has, and whether that is all that is found */
  take(): Promise<{ count: number; complete: boolean }>
  errorText(error: unknown): string
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ of: string; text: string; isError: boolean }>()
  async function run(): Promise<void> {
    setBusy(true)
    setSaid(undefined)
    try {
      const { count, complete } = await take()
      setSaid({ of, text: t(complete ? 'ui.file.done' : 'ui.file.cut', { count }), isError: false })
    } catch (error) {
      setSaid({ of, text: errorText(error), isError: true })
    } finally {
      setBusy(false)
    }
  }
  const shown = said?.of === of ? said : undefined
  return (
    <div className="flex min-w-0 flex-row-reverse flex-wrap items-center justify-start gap-x-3 gap-y-1">
      <Button
        look="quiet"
        icon={<Download className="size-5 shrink-0" aria-hidden />}
        busy={busy}
        busyLabel={t('ui.file.busy')}
        onClick={run}
      >
        {t('ui.file.csv')}
      </Button>
      <p role="status" className={shown?.isError ? 'text-sm text-negative' : 'text-sm text-ink-soft'}>
        {shown?.text}
      </p>
    </div>
  )
}
