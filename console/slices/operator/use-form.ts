import { type FormEvent, useState } from 'react'

/** One form: what is missing is named and gets the focus; else the call goes, and a refusal is kept to be shown. */
export function useForm() {
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)

  return {
    /** Whether what is missing is to be named. */
    tried,
    failure,
    busy,
    /**
     * @param wrong the name of the first field with which it cannot be sent
     * @param act the call
     * @param onFailed after a refusal, e.g. to empty a field
     */
    async submit(
      event: FormEvent<HTMLFormElement>,
      wrong: string | undefined,
      act: () => Promise<unknown>,
      onFailed: () => void = () => {},
    ): Promise<void> {
      event.preventDefault()
      if (busy) return
      setFailure(undefined)
      setTried(wrong !== undefined)
      if (wrong !== undefined) {
        event.currentTarget.querySelector<HTMLInputElement>(`[name=${wrong}]`)?.focus()
        return
      }
      setBusy(true)
      try {
        await act()
      } catch (error) {
        setFailure(error)
        onFailed()
      }
      setBusy(false)
    },
  }
}
