import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import type { StaffRequest } from './queries.ts'

/** What was asked for, in a sentence. */
export function useRequestText({ kind, person }: StaffRequest): string {
  const { t } = useTranslation()
  const words = { name: person.name, role: t(`operator.role.${person.role}`) }
  return t(`operator.request.what.${kind}`, words)
}
