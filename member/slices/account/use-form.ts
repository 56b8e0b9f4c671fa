import { ApiError } from '@krapao/web/api/client.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { fieldProblems, type Problems, problemText } from './problems.ts'

/**
 * One form: its own checks first, then the call. A refusal is shown under the fields it is about, anything else as the
 * form's `failure`. After a refusal the focus moves to the first wrong field; typing in a field removes its message.
 * @param names the form's field for each of the server's fields that it has
 * @param onFailure shows a refusal that no single field is the reason for, instead of the form's `failure`
 * @param numbers the limits that messages name, if the server's refusal does not
 */
export function useForm<F extends string>(
  names: Record<string, F> = {},
  onFailure?: (error: unknown) => void,
  numbers: object = {},
) {
  const [problems, setProblems] = useState<Problems<F>>({})
  const [details, setDetails] = useState<Record<string, unknown>>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refusals === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // Scrolls the field to the middle, because bars cover the upper and lower edges of the page.
    first?.scrollIntoView({ block: 'center' })
    first?.focus({ preventScroll: true })
  }, [refusals])

  function refuse(found: Problems<F>): void {
    setProblems(found)
    setRefusals((count) => count + 1)
  }

  return {
    form,
    busy,
    failure,
    /** The message under a field, if it has one. */
    error: (field: F): string | undefined => problemText(problems[field], { ...numbers, ...details }),
    problem: (field: F) => problems[field],
    /** The field was changed: its message and the form's failure no longer apply. */
    typed(field: F): void {
      setFailure(undefined)
      if (problems[field]) setProblems({ ...problems, [field]: undefined })
    },
    /** Removes the form's failure. */
    forget: (): void => setFailure(undefined),
    async submit(event: FormEvent | undefined, check: Problems<F>, act: () => Promise<void>): Promise<void> {
      event?.preventDefault()
      if (busy) return
      setFailure(undefined)
      setDetails({})
      if (Object.values(check).some(Boolean)) return refuse(check)
      setProblems({})
      setBusy(true)
      try {
        await act()
      } catch (error) {
        const named: Problems<F> = {}
        for (const [field, problem] of Object.entries(fieldProblems(error))) {
          const own = names[field]
          if (own) named[own] = problem
        }
        if (error instanceof ApiError) setDetails(error.body)
        if (Object.keys(named).length > 0) refuse(named)
        else if (onFailure) onFailure(error)
        else setFailure(error)
      } finally {
        setBusy(false)
      }
    },
  }
}
