import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { UserCheck, Users } from 'lucide-react'
import { useOperator } from '../../../app/use-operator.ts'
import type { Item } from '../queries.ts'
import { reasonOf } from '../words/reason-text.ts'
import { asksFact, factText, isNote } from '../words/verbs.ts'
import { stepOf } from '../words/votes.ts'

/** If an item takes two operators or has a vote: what one more decision does, and what the vote was. */
export function StepNote({ item, said }: { item: Item; said: Parameters<typeof stepOf>[1] }) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { step, before } = stepOf(item, said)
  if (step === 'alone') return null
  const isFact = asksFact(item.queue)
  const kind = isNote(item) ? 'note' : isFact ? 'fact' : said.choice
  const values = { name: before?.name, fact: before && isFact ? factText(item.queue, before.choice) : '' }
  const isOwn = before?.operatorId === operator?._id
  const whose = isOwn ? 'own' : isFact ? 'fact' : (before?.choice ?? 'own')
  const Icon = step === 'second' ? UserCheck : Users
  return (
    <Note icon={<Icon className="mt-0.5 size-5 shrink-0" aria-hidden />}>
      {step === 'first' || step === 'second'
        ? t(`desk.step.${step}.${kind}`, values)
        : t(`desk.step.${step}.${whose}`, values)}
      {before && (
        <span className="mt-1 block whitespace-pre-wrap wrap-break-word">
          {t('desk.step.because', { reason: reasonOf(before) })}
        </span>
      )}
    </Note>
  )
}
