import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useSend } from './use-send.ts'

export interface Form {
  /** To be given to the form's element. */
  form: RefObject<HTMLFormElement | null>
  /** Whether the fields have to say what is missing or wrong: the form was sent like that. */
  tried: boolean
  busy: boolean
  /** What the call was refused with. */
  failure: unknown
  /** The refusal no longer applies, e.g. because something else was typed. */
  forget(): void
  /** Moves to the first field that says that it is wrong, once the fields say so. */
  refuse(): void
  /**
   * Sends the form.
   * @param isReady whether its own checks passed; false: the fields say what is wrong, and nothing is sent
   * @param act the call, and what follows once it was carried out
   * @returns whether it was carried out
   */
  submit(event: FormEvent | undefined, isReady: boolean, act: () => Promise<unknown>): Promise<boolean>
}

/** One form: its own checks first, then the call, once at a time. */
export function useForm(): Form {
  const { busy, failure, forget, send } = useSend()
  const [tried, setTried] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refusals === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // Scrolls the field to the middle, because bars cover the upper and lower edges of the page.
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }, [refusals])
  const refuse = () => setRefusals((count) => count + 1)

  return {
    form,
    tried,
    busy,
    failure,
    forget,
    refuse,
    async submit(event, isReady, act) {
      event?.preventDefault()
      if (busy) return false
      forget()
      setTried(!isReady)
      if (isReady) return send(act)
      refuse()
      return false
    },
  }
}
