import type { QueryOf } from '@krapao/contract/client.ts'
import type { AuditKind } from '@krapao/contract/slices/operator/list-audit.ts'
import { useLocation, useSearch } from 'wouter'
import { isDay, isMemberId, isOperatorId, searchOf } from '../../ui/address-checks.ts'

/**
 * In the order of the menu; the first kind is the page without a kind in its address. Spelled out here, so
 * that the page needs no schemas of the contract.
 */
export const kinds: readonly AuditKind[] = ['actions', 'decisions', 'staff', 'logins', 'looks', 'all']

/** What the audit log is narrowed by, as the page's address says it: `?kind=logins&by=…&from=2026-11-01`. */
const auditFields = ['kind', 'by', 'from', 'to', 'member', 'action', 'address'] as const
/** Empty where the address does not say it. */
export type AuditValue = Record<(typeof auditFields)[number], string>
export type AuditFilter = Omit<QueryOf<'GET /api/console/audit'>, 'before'>

export const auditPath = (value: Partial<AuditValue>): string => {
  const said = auditFields.flatMap((field) =>
    value[field] ? [[field, value[field]] as [string, string]] : [],
  )
  return `/audit${said.length > 0 ? `?${new URLSearchParams(said)}` : ''}`
}

/** The kind that is listed. An action is of one kind, whichever that is, so it is looked for among all. */
export const kindIn = ({ kind, action }: Pick<AuditValue, 'kind' | 'action'>): AuditKind =>
  action === '' ? (kinds.find((one) => one === kind) ?? 'actions') : 'all'

/** The page's values, and what changes them. */
export function useAuditAddress(): { value: AuditValue; change(fields: Partial<AuditValue>): void } {
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const value = Object.fromEntries(
    auditFields.map((field) => [field, (search.get(field) ?? '').slice(0, 300)]),
  ) as AuditValue
  return { value, change: (fields) => navigate(auditPath({ ...value, ...fields }), { replace: true }) }
}

/** The call's filter; what cannot be used is left out. */
export function auditFilter(value: AuditValue): AuditFilter {
  const { by, from, to, member, action, address } = value
  const typed = searchOf(address)
  const said = {
    operatorId: isOperatorId(by) ? by : '',
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
    memberId: isMemberId(member) ? member : '',
    action,
    // Shorter ones are no address yet.
    address: typed.length < 3 ? '' : typed,
  }
  return {
    kind: kindIn(value),
    ...Object.fromEntries(Object.entries(said).filter(([, text]) => text !== '')),
  }
}
