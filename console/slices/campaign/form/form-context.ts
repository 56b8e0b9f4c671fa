import type { Currency } from '@krapao/contract/money.ts'
import type { Exposure } from '@krapao/contract/slices/campaign/cost.ts'
import { createContext, useContext } from 'react'

/** What every field of the form needs to know. */
export interface FormFacts {
  currency: Currency
  /** What it may cost; undefined while that is not known. */
  exposure: Exposure | undefined
  /**
   * What is wrong with the field of this path (contract/slices/campaign/problems.ts); undefined: nothing, or
   * it is not said yet.
   */
  errorOf(path: string): string | undefined
  /** Whether something is wrong with a field whose path begins like this. */
  hasErrorBelow(path: string): boolean
}

const FormContext = createContext<FormFacts>({
  currency: 'THB',
  exposure: undefined,
  errorOf: () => undefined,
  hasErrorBelow: () => false,
})

export const FormProvider = FormContext.Provider
export const useFormFacts = (): FormFacts => useContext(FormContext)
