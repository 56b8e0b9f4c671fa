import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { usePreferences } from '../../frame/device/preferences.ts'
import { type Ended, type Pending, RowLook } from '../wallet/public.ts'
import { followedBy, lookOf, pageOf } from './look.ts'
import { NextStep } from './next-step.tsx'
import { useMarkRead } from './read.ts'
import { useOutcomeWords } from './use-outcome-words.ts'

/** Puts several of these rows away; in the same file, which is there where rows are. */
export { markRead as putAway } from './read.ts'

/** What was under way, as its result, where it was: pressed, it opens what there is to see, and is read. */
export default function EndedRow({
  ended,
  isSmall = false,
  onOpen,
}: {
  ended: Ended
  /** It had ended before the page was opened. */
  isSmall?: boolean
  onOpen(row: Pending): void
}) {
  const { t } = useTranslation()
  const words = useOutcomeWords()(ended)
  const { hideBalance } = usePreferences()
  const { tone, sign } = lookOf(ended)
  const read = useMarkRead()
  const [, navigate] = useLocation()
  const followed = followedBy(ended)
  return (
    <>
      <RowLook
        kind={ended.kind}
        tone={tone}
        title={words.name}
        line={words.line}
        amount={words.amount}
        isGain={sign === '+'}
        isSmall={isSmall}
        onPress={() => {
          read([ended._id])
          if (followed) onOpen(followed)
          else navigate(pageOf(ended))
        }}
        aside={
          <IconButton
            label={t('outcome.dismiss', { what: words.name })}
            onClick={() => read([ended._id])}
            className="text-ink-soft"
          >
            <X className="size-5" aria-hidden />
          </IconButton>
        }
      />
      <NextStep outcome={ended} />
      <Spoken text={[words.name, hideBalance ? null : words.amount, words.line].filter(Boolean).join(', ')} />
    </>
  )
}

/** Says it once to screen readers: a region speaks what changes in it, not what it begins with. */
function Spoken({ text }: { text: string }) {
  const region = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (region.current) region.current.textContent = text
  }, [text])
  return <span ref={region} role="status" className="sr-only" />
}
