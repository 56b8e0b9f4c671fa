import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { CalendarDays } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Calendar } from './calendar.tsx'
import { dayText, readDay } from './typed-day.ts'

/**
 * A day of Bangkok (YYYY-MM-DD), typed or chosen in a calendar, in the era of the language on every machine:
 * the browser's own field follows the browser's language. Only what is whole is reported, and an empty field
 * as ''.
 */
export function DateField({
  label,
  value,
  onChange,
  name,
  hint,
  error,
}: {
  label: string
  value: string
  onChange(day: string): void
  name?: string
  hint?: ReactNode
  error?: string | undefined
}) {
  const { t, i18n } = useTranslation()
  /** What is being typed; undefined: the field shows its value. */
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  // Set from elsewhere, for example by another filter.
  const [last, setLast] = useState(value)
  if (last !== value) {
    setLast(value)
    if (typed !== undefined && readDay(typed) !== value) setTyped(undefined)
  }
  const isWrong = typed !== undefined && isLeft && readDay(typed) === undefined
  const input = () => field.current?.querySelector('input')

  function choose(day: string): void {
    setTyped(undefined)
    setOpen(false)
    if (day !== value) onChange(day)
    input()?.focus()
  }

  return (
    <div ref={field}>
      <Field
        label={label}
        name={name}
        hint={hint}
        error={isWrong ? t('ui.date.wrong', { example: dayText('2026-11-26', i18n.language) }) : error}
        placeholder={t('ui.date.form')}
        autoComplete="off"
        maxLength={20}
        className="tabular-nums"
        value={typed ?? dayText(value, i18n.language)}
        onChange={({ target }) => {
          setTyped(target.value)
          setLeft(false)
          const day = readDay(target.value)
          if (day !== undefined && day !== value) onChange(day)
        }}
        onBlur={() => {
          setLeft(true)
          if (typed !== undefined && readDay(typed) !== undefined) setTyped(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        action={
          <IconButton
            label={t('ui.date.open', { field: label })}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            className="text-ink-soft"
            onClick={() => setOpen(!isOpen)}
          >
            <CalendarDays className="size-5" aria-hidden />
          </IconButton>
        }
      />
      {isOpen && (
        <Pane
          label={label}
          under={input}
          onClose={(isDone) => {
            setOpen(false)
            if (isDone) input()?.focus()
          }}
        >
          <Calendar value={value} onChoose={choose} />
        </Pane>
      )}
    </div>
  )
}

/**
 * What lies above everything, also above a dialog, below a field or where there is room; closed by Escape, by
 * a press beside it and when the page below it moves.
 * @param onClose with whether the focus goes back to the field
 */
function Pane({
  label,
  under,
  onClose,
  children,
}: {
  label: string
  under(): HTMLElement | null | undefined
  onClose(isDone: boolean): void
  children: ReactNode
}) {
  const pane = useRef<HTMLDivElement>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  // Before the browser paints.
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed once, where it opens
  useLayoutEffect(() => {
    const [element, place] = [pane.current, under()?.getBoundingClientRect()]
    if (!element || !place) return
    element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    const below = place.bottom + 4
    const top = below + height <= innerHeight - 8 ? below : Math.max(8, place.top - height - 4)
    element.style.top = `${top}px`
    element.style.left = `${Math.max(8, Math.min(place.left, innerWidth - width - 8))}px`
  }, [])
  useEffect(() => {
    const close = () => latest.current(false)
    const outside = ({ target }: Event) => {
      const isInside = target instanceof Node && (pane.current?.parentElement?.contains(target) ?? false)
      if (!isInside) close()
    }
    addEventListener('pointerdown', outside, true)
    addEventListener('resize', close)
    addEventListener('scroll', close, { capture: true })
    return () => {
      removeEventListener('pointerdown', outside, true)
      removeEventListener('resize', close)
      removeEventListener('scroll', close, { capture: true })
    }
  }, [])
  return (
    <div
      ref={pane}
      role="dialog"
      aria-label={label}
      popover="manual"
      className="fixed inset-auto m-0 max-w-[calc(100vw-1rem)] rounded-2xl border border-line bg-card text-ink shadow-card"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // A dialog below it stays open.
        event.preventDefault()
        event.stopPropagation()
        onClose(true)
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.parentElement?.contains(relatedTarget)) onClose(false)
      }}
    >
      {children}
    </div>
  )
}
