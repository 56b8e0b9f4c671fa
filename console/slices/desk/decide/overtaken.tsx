import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { useEffect, useRef, useState } from 'react'

/** How an operator's decision came too late: in words, and whether they have to do something about it. */
export interface TooLate {
  text: string
  /** Their reference is another one than the recorded one: the same money may have been sent twice. */
  isOther: boolean
  /** Nobody has decided it: it asks something else than it did when they opened it. */
  isChanged: boolean
}

/** Long enough to see that the decision was another one's, and to stay. */
const goesOnAfter = 3000

/**
 * Says to an operator that a colleague was faster, or that the item is another by now. What needs nothing of
 * them goes on by itself to the next free item, unless they stay; what does is there until they go on.
 */
export function Overtaken({ text, isOther, isChanged, onGoOn }: TooLate & { onGoOn(): void }) {
  const { t } = useTranslation()
  const [stays, setStays] = useState(isOther || isChanged)
  const latest = useRef(onGoOn)
  latest.current = onGoOn
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => latest.current(), goesOnAfter)
    return () => clearTimeout(timer)
  }, [stays])
  return (
    <div role="alert" className="mx-auto w-full max-w-3xl px-5 pt-4">
      <Note tone="notice">
        <p className="font-medium wrap-anywhere">{text}</p>
        {!stays && <p>{t('desk.late.goesOn')}</p>}
        <div className="mt-2 flex flex-wrap gap-2">
          {!stays && (
            <Button look="quiet" className="min-h-11 px-4 text-sm" onClick={() => setStays(true)}>
              {t('desk.late.stay')}
            </Button>
          )}
          <Button look="quiet" className="min-h-11 px-4 text-sm" onClick={onGoOn}>
            {t('work.next')}
          </Button>
        </div>
      </Note>
    </div>
  )
}
