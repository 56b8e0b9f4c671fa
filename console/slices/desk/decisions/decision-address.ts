import { useLocation, useSearch } from 'wouter'

/**
 * What the history is narrowed by, as its address says it: `?by=…&from=2026-11-01&to=2026-11-30&queue=slip`.
 */
export const decisionFields = ['q', 'by', 'from', 'to', 'queue', 'member', 'min', 'max', 'end'] as const
/** Empty where the address does not say it. */
export type DecisionValue = Record<(typeof decisionFields)[number], string>

export const decisionsPath = (value: Partial<DecisionValue>): string => {
  const said = decisionFields.flatMap((field) =>
    value[field] ? [[field, value[field]] as [string, string]] : [],
  )
  return `/decisions${said.length > 0 ? `?${new URLSearchParams(said)}` : ''}`
}

/** The address's values, and what changes them. */
export function useDecisionAddress(): {
  value: DecisionValue
  change(fields: Partial<DecisionValue>): void
} {
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const value = Object.fromEntries(
    decisionFields.map((field) => [field, (search.get(field) ?? '').slice(0, 80)]),
  ) as DecisionValue
  return { value, change: (fields) => navigate(decisionsPath({ ...value, ...fields }), { replace: true }) }
}
