import { UserCheck, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/states.tsx'
import { useOperator } from '../operator/public.ts'
import type { Item } from './queries.ts'
import { stepOf } from './standing.ts'

/** Where two people are needed, or somebody has said something: what one more verdict does, and what was said. */
export function StepNote({ item, said }: { item: Item; said: Parameters<typeof stepOf>[1] }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { step, before } = stepOf(item, said)
  if (step === 'alone') return null
  const kind = item.reason === 'CONTRADICTION' ? 'note' : said.verdict
  const name = before?.name
  const whose = before?.operatorId === operator?._id ? 'own' : (before?.verdict ?? 'own')
  const Icon = step === 'second' ? UserCheck : Users
  return (
    <Note icon={<Icon className="mt-0.5 size-5 shrink-0" aria-hidden />}>
      {step === 'first' || step === 'second'
        ? t(`desk.step.${step}.${kind}`, { name })
        : t(`desk.step.${step}.${whose}`, { name })}
      {before && (
        <span className="mt-1 block whitespace-pre-wrap wrap-break-word">
          {t('desk.step.because', { reason: before.reason })}
        </span>
      )}
    </Note>
  )
}
