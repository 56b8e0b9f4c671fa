import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Guide, guidePicture, steps } from './guides.ts'

/**
 * One guide, a step at a time: swipe, arrow keys or buttons. The steps lie side by side in a list that the browser
 * itself scrolls and snaps, so a swipe needs no library and a screen reader reads all four in order.
 */
export function GuideModal({ guide, onClose }: { guide: Guide; onClose(): void }) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const [at, setAt] = useState(0)
  const last = steps.length - 1

  /** The step that a button or key is scrolling to; steps passed on the way are not announced. */
  const goal = useRef<number>(undefined)

  function show(index: number): void {
    const element = list.current
    if (!element || index < 0 || index > last) return
    setAt(index)
    goal.current = index
    element.scrollTo({ left: index * element.clientWidth })
  }

  const latest = useRef({ at, show })
  latest.current = { at, show }
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!move) return
      event.preventDefault()
      latest.current.show(latest.current.at + move)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <Dialog
      wide
      title={t(`lookup.howto.${guide}.title`)}
      onClose={onClose}
      footer={
        <div className="grid auto-cols-fr grid-flow-col gap-3">
          <Button look="quiet" disabled={at === 0} onClick={() => show(at - 1)}>
            {t('ui.back')}
          </Button>
          <Button onClick={() => (at === last ? onClose() : show(at + 1))}>
            {t(at === last ? 'lookup.howto.done' : 'ui.next')}
          </Button>
        </div>
      }
    >
      <Progress at={at} />
      <ol
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('lookup.howto.steps')}
        onScroll={({ currentTarget }) => {
          const nearest = Math.round(currentTarget.scrollLeft / currentTarget.clientWidth)
          if (goal.current === nearest) goal.current = undefined
          if (goal.current === undefined) setAt(nearest)
        }}
        onPointerDown={() => {
          goal.current = undefined
        }}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth rounded-2xl [scrollbar-width:none]"
      >
        {steps.map((step) => (
          <li
            key={step}
            className="grid w-full shrink-0 snap-center content-start gap-4 wide:grid-cols-[3fr_2fr] wide:content-center wide:items-center wide:gap-8"
          >
            <img
              src={guidePicture(guide, step)}
              alt=""
              width={320}
              height={240}
              className="aspect-4/3 w-full rounded-2xl"
            />
            <div className="grid gap-1">
              <h3 className="text-xl font-semibold">{t(`lookup.howto.${guide}.${step}.title`)}</h3>
              <p className="text-base text-ink-soft">{t(`lookup.howto.${guide}.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function Progress({ at }: { at: number }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-1.5 pb-3">
      <p className="text-sm text-ink-soft" aria-live="polite">
        {t('lookup.howto.step', { step: at + 1, steps: steps.length })}
      </p>
      <div aria-hidden className="grid auto-cols-fr grid-flow-col gap-1.5">
        {steps.map((step) => (
          <span
            key={step}
            className={cx(
              'h-1 rounded-full motion-safe:transition-colors motion-safe:duration-200',
              step <= at + 1 ? 'bg-link' : 'bg-line',
            )}
          />
        ))}
      </div>
    </div>
  )
}
