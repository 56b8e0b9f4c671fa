import { toast } from '../../ui/overlay.tsx'
import { Reference } from '../../ui/reference.tsx'
import { AskSupport } from '../chat/ask-support.tsx'
import { errorText, referenceOf } from './errors.ts'

/** Why an action was refused, and the reference by which support finds it. */
export function Refused({ error, text = errorText(error) }: { error: unknown; text?: string | undefined }) {
  const reference = referenceOf(error)
  return (
    <>
      <span className="block">{text}</span>
      {reference && <Reference id={reference} ask={<AskSupport reference={reference} />} />}
    </>
  )
}

/** The same for a dialog. */
export const refused = (error: unknown, text?: string) => <Refused error={error} text={text} />

/** Milliseconds, long enough to read the reference out or to copy it. */
const long = 15_000

/** The same as a toast, for a refusal that interrupts nothing. */
export function toastRefused(error: unknown): void {
  const reference = referenceOf(error)
  toast(
    'negative',
    errorText(error),
    reference
      ? { milliseconds: long, more: <Reference id={reference} ask={<AskSupport reference={reference} />} /> }
      : {},
  )
}
