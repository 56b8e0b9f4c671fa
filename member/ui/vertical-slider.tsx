import { cx } from '@krapao/web/ui/class-names.ts'
import useEmblaCarousel from 'embla-carousel-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isMotionReduced } from './motion.ts'

interface Option {
  id: string
  /** The label for screen readers. */
  label: string
  content: ReactNode
}

/**
 * A choice that turns like a wheel: three options are visible, the middle one is chosen. It is dragged with
 * inertia, tapped, or turned by the mouse wheel; for the keyboard and screen readers it is a listbox.
 */
export function VerticalSlider({
  label,
  options,
  value,
  onChange,
  invalid,
  describedBy,
}: {
  label: string
  options: Option[]
  value: string
  onChange(id: string): void
  invalid?: boolean
  describedBy?: string
}) {
  const id = useId()
  const at = Math.max(
    0,
    options.findIndex((option) => option.id === value),
  )
  const [startIndex] = useState(at)
  const [viewport, embla] = useEmblaCarousel({
    container: '[data-options]',
    axis: 'y',
    align: 'center',
    containScroll: false,
    skipSnaps: true,
    duration: 20,
    startIndex,
    watchFocus: false,
  })
  const latest = useRef({ options, onChange, at })
  latest.current = { options, onChange, at }
  const wheel = useRef(0)

  useEffect(() => {
    if (!embla) return
    const select = () => {
      const { options, onChange, at } = latest.current
      const next = embla.selectedScrollSnap()
      if (next !== at && options[next]) onChange(options[next].id)
    }
    embla.on('select', select)
    return () => {
      embla.off('select', select)
    }
  }, [embla])
  // The value was set from outside (swap, a preset), and the wheel turns to it.
  useEffect(() => {
    if (embla && embla.selectedScrollSnap() !== at) embla.scrollTo(at, isMotionReduced())
  }, [embla, at])

  const turnTo = (index: number) => {
    const next = options[Math.min(options.length - 1, Math.max(0, index))]
    if (next && next.id !== value) onChange(next.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: options.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    turnTo(to)
  }

  return (
    <div
      ref={viewport}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-activedescendant={`${id}-${at}`}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onKeyDown={onKeyDown}
      onWheel={(event) => {
        // One notch of a mouse wheel, or an equal amount of a touchpad's events, is one step.
        wheel.current += event.deltaY
        if (Math.abs(wheel.current) < 60) return
        turnTo(at + Math.sign(wheel.current))
        wheel.current = 0
      }}
      className={cx(
        'relative h-54 cursor-grab touch-pan-x overflow-hidden rounded-2xl border bg-sunken active:cursor-grabbing',
        invalid ? 'border-negative' : 'border-transparent',
      )}
    >
      <span
        aria-hidden
        className="absolute inset-x-1 top-1/2 h-18 -translate-y-1/2 rounded-xl border-2 border-link bg-card"
      />
      <div className="h-full" data-options>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus, the option is its active descendant
          <div
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            aria-label={option.label}
            onClick={() => {
              // A browser that was asked to show this option has scrolled the frame itself.
              if (embla) embla.rootNode().scrollTop = 0
              turnTo(index)
            }}
            className={cx(
              'relative flex h-18 items-center px-2.5 motion-safe:transition-colors motion-safe:duration-150',
              index === at ? 'text-ink' : 'text-ink-soft',
            )}
          >
            {option.content}
          </div>
        ))}
      </div>
    </div>
  )
}
