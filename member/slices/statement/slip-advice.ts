/**
 * What a member can do about a refused slip: a key of `deposit.slip.next`. `slip-step.tsx` says it in short.
 */
export type Advice = 'again' | 'duplicate' | 'account' | 'destination' | 'late' | 'returned' | 'team'

const byReason: Partial<Record<string, Advice>> = {
  UPLOADED_FILE_NOT_EXIST: 'again',
  IMG_SIZE_UNABLE_TO_PROCESS: 'again',
  CANNOT_READ_CROPPED_IMAGE: 'again',
  UNSTABLE_REFNO_ON_SLIP: 'again',
  INVALID_SLIP: 'again',
  SLIP_REFNO_DUPLICATED: 'duplicate',
  NOT_MATCH: 'account',
  DEST_ACC_INVALID: 'destination',
  EXPIRED_SLIP: 'late',
  RETURNED: 'returned',
}

/**
 * A slip is worth sending again only if a better picture can help (product.md §8 Slip reasons). With any
 * other reason, also one that this version does not know, it would be refused again; the member is led to
 * support.
 */
export const adviceFor = (reason: string | null | undefined): Advice => byReason[reason ?? ''] ?? 'team'
