import { useEffect, useRef } from 'react'

/**
 * Moves the focus at each new step of a wizard: with a mouse to the first empty field, because one comes to
 * type. On a touch screen the keyboard that then opens would cover half of a step that nobody has read yet,
 * so there its heading is focused, which screen readers read. A field that takes the focus by itself keeps
 * it.
 * @returns the heading's ref
 */
export function useFocusOnChange(step: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    const place = heading.current?.parentElement
    if (place?.querySelector('form')?.contains(document.activeElement)) return
    const fields = place?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'input:not([readonly]), select',
    )
    const isPrecise = matchMedia('(pointer: fine)').matches
    const field = isPrecise && [...(fields ?? [])].find((one) => one.value === '')
    ;(field || heading.current)?.focus({ preventScroll: true })
  }, [step])
  return heading
}
