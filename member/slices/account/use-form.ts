import { ApiError } from '@krapao/web/api/client.ts'
import { useForm as useSentForm } from '@krapao/web/form/use-form.ts'
import { type FormEvent, useState } from 'react'
import { fieldProblems, type Problems, problemText } from './problems.ts'

/**
 * A form whose refusals are shown under the fields they are about, and anything else as the form's `failure`.
 * Typing in a field removes its message.
 * @param names the form's field for each of the server's fields that it has
 * @param onFailure shows a refusal that no single field is the reason for, instead of the form's `failure`
 * @param numbers the limits that messages name, if the server's refusal does not
 */
export function useForm<F extends string>(
  names: Record<string, F> = {},
  onFailure?: (error: unknown) => void,
  numbers: object = {},
) {
  const { form, busy, failure, forget, refuse, submit } = useSentForm()
  const [problems, setProblems] = useState<Problems<F>>({})
  const [details, setDetails] = useState<Record<string, unknown>>({})

  /** Shows a refusal under the fields it is about, if there are such. @returns whether there are */
  function showAtFields(error: unknown): boolean {
    const named: Problems<F> = {}
    for (const [field, problem] of Object.entries(fieldProblems(error))) {
      const own = names[field]
      if (own) named[own] = problem
    }
    if (error instanceof ApiError) setDetails(error.body)
    if (Object.keys(named).length === 0) return false
    setProblems(named)
    refuse()
    return true
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
      forget()
      if (problems[field]) setProblems({ ...problems, [field]: undefined })
    },
    forget,
    async submit(event: FormEvent | undefined, check: Problems<F>, act: () => Promise<void>): Promise<void> {
      if (!busy) {
        setDetails({})
        setProblems(check)
      }
      await submit(event, !Object.values(check).some(Boolean), async () => {
        try {
          await act()
        } catch (error) {
          if (showAtFields(error)) return
          if (!onFailure) throw error
          onFailure(error)
        }
      })
    },
  }
}
