import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { type RefObject, useEffect, useRef } from 'react'
import { errorText } from '../../frame/calls/errors.ts'
import type { Bonus } from './bonus.ts'
import type { useOffers } from './use-offers.ts'

/**
 * Loads the next page of offers. The focus then moves to the first of them, so that keyboard and screen
 * reader go on from there.
 * @param list holds the offers, each by its code in `data-offer`
 */
export function MoreOffers({
  offers,
  shown,
  list,
}: {
  offers: ReturnType<typeof useOffers>
  shown: readonly Bonus[]
  list: RefObject<HTMLElement | null>
}) {
  const { t } = useTranslation()
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = offers
  const before = useRef<Set<string>>(undefined)
  useEffect(() => {
    const first = before.current && shown.find(({ code }) => !before.current?.has(code))
    if (!first) return
    before.current = undefined
    const row = list.current?.querySelector<HTMLElement>(`[data-offer="${CSS.escape(first.code)}"]`)
    const button = row?.querySelector<HTMLElement>('button:enabled')
    ;(button ?? row)?.focus({ preventScroll: true })
  }, [shown, list])
  if (!hasNextPage) return null
  return (
    <div className="grid gap-2">
      {isFetchNextPageError && !isFetchingNextPage && (
        <p role="alert" className="text-center text-sm text-balance text-negative">
          {t('bonus.moreFailed')} · {errorText(error)}
        </p>
      )}
      <Button
        look="quiet"
        wide
        busy={isFetchingNextPage}
        busyLabel={t('ui.loading')}
        onClick={() => {
          before.current = new Set(shown.map(({ code }) => code))
          fetchNextPage()
        }}
      >
        {isFetchNextPageError ? t('ui.retry') : t('bonus.more')}
      </Button>
    </div>
  )
}
