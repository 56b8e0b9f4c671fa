import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../frame/calls/errors.ts'
import { type Filter, statementQuery } from './statement.ts'

/**
 * Loads the next page below the rows that are shown. They stay until it is there, also when it could not be
 * loaded.
 */
export function MoreRows({ page, filter, onLoaded }: { page: number; filter: Filter; onLoaded(): void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  // Whoever chooses another filter or page while it loads must not be taken back to this one.
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  async function load(): Promise<void> {
    setBusy(true)
    try {
      await queries.fetchQuery(statementQuery(page + 1, filter, true))
      if (left.current) return
      setFailure(undefined)
      onLoaded()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    // The room below keeps the chat's button, which floats there, off this one at the page's end.
    <div className="mb-20 grid gap-2">
      {failure && (
        <p role="alert" className="text-center text-sm text-balance text-negative">
          {t('statement.moreFailed')} · {failure}
        </p>
      )}
      <Button look="quiet" wide busy={busy} busyLabel={t('statement.moreBusy')} onClick={load}>
        {failure ? t('ui.retry') : t('statement.more')}
      </Button>
    </div>
  )
}

/**
 * Moves the focus to the first of the rows that were appended, which is where the button was, so that
 * keyboard and screen reader go on from there.
 * @returns `ref` for the element that holds the rows; `comesAfter`, called with the number of rows before the
 *   new ones
 */
export function useFirstNew(page: number) {
  const ref = useRef<HTMLDivElement>(null)
  const at = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rows of the new page are there
  useEffect(() => {
    if (at.current === undefined) return
    const row = ref.current?.querySelectorAll('section > ul > li')[at.current]
    at.current = undefined
    row?.querySelector('button')?.focus({ preventScroll: true })
  }, [page])
  return {
    ref,
    comesAfter: (rows: number) => {
      at.current = rows
    },
  }
}
