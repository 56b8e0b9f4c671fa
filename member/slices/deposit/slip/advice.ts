/** What a member can do about a slip that was not taken: the key of `deposit.slip.next`. */
export type Advice = 'again' | 'duplicate' | 'account' | 'destination' | 'late' | 'team'

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
}

/**
 * Only what a better picture can mend is sent again (product.md §8 Slip reasons); anything else, also a reason that this
 * version does not know, would be refused a second time and needs a person.
 */
export const adviceFor = (reason: string | null | undefined): Advice => byReason[reason ?? ''] ?? 'team'
