import type { ComparisonResult } from '@krapao/contract/comparison.ts'

/** The colour of the word that says how a fact compares. */
export const resultColours: Record<ComparisonResult, string> = {
  same: 'text-positive',
  fits: 'text-positive',
  differs: 'text-negative',
  unclear: 'text-notice',
}
