import type { ErrorCode } from '@krapao/contract/errors.ts'
import { ApiError } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { toast } from '../../ui/overlay.tsx'

/** Says why a gateway gave no code (spec.md §4); the same words are shown once. */
export function tellRefusal(message: string): void {
  if (message) toast('negative', errorText(new ApiError(message as ErrorCode, 0)))
}
