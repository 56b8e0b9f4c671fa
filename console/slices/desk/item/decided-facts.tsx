import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { CircleCheckBig, CircleX, Hourglass } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'wouter'
import { useOperator } from '../../../app/use-operator.ts'
import { Counterparts } from '../evidence/counterparts.tsx'
import { Evidence } from '../evidence/evidence.tsx'
import { MemberFacts } from '../member/member-facts.tsx'
import type { QueueName } from '../queries.ts'
import { Reversal } from '../reversal/reversal.tsx'
import { ReversedItem } from '../reversal/reversed-item.tsx'
import { type Decision, decidedText } from '../words/decided-text.ts'
import { amountText, reasonText } from '../words/labels.ts'
import { reasonOf } from '../words/reason-text.ts'

/**
 * The end of an item that no longer waits: by whom, when, how and why it was decided, and on what evidence.
 */
export function DecidedFacts({
  queue,
  id,
  decision,
  headingRef,
}: {
  queue: QueueName
  id: string
  decision: Decision
  headingRef: Ref<HTMLHeadingElement>
}) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { choice, reference, before, member, amount, currency, why, evidence } = decision
  const Icon = choice === null ? Hourglass : choice === 'approve' ? CircleCheckBig : CircleX
  const facts = [
    [t('desk.reasonGiven'), reasonOf(decision)],
    [t('desk.referenceLabel'), reference],
    [t('desk.decided.before'), before.map(({ name }) => name).join(', ')],
    [t('desk.decided.why'), why && reasonText({ queue, reason: why })],
  ].filter((line): line is [string, string] => Boolean(line[1]))
  return (
    <div className="mx-auto grid w-full max-w-3xl flex-1 content-start gap-5 px-5 pt-4 pb-6">
      <header>
        <p className="text-sm text-ink-soft">{t(`desk.queue.${queue}.one`)}</p>
        <h2 ref={headingRef} tabIndex={-1} data-focus-home className="text-2xl font-bold outline-none">
          {amountText({ amount, currency, evidence })}
        </h2>
      </header>
      <Note
        tone={choice === 'approve' ? 'positive' : 'neutral'}
        icon={<Icon className="mt-0.5 size-5 shrink-0" aria-hidden />}
      >
        <p className="font-medium">{decidedText(queue, decision, operator?._id)}</p>
      </Note>
      <Reversal queue={queue} id={id} decision={decision} />
      {facts.length > 0 && (
        <dl className="divide-y divide-line rounded-2xl bg-card px-4">
          {facts.map(([label, value]) => (
            <div key={label} className="grid gap-x-4 py-2 text-sm sm:grid-cols-[11rem_1fr]">
              <dt className="text-ink-soft">{label}</dt>
              <dd className="min-w-0 font-medium whitespace-pre-wrap wrap-break-word">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {member && <MemberFacts member={member} />}
      <Counterparts counterparts={decision.counterparts} currency={currency} reason={null} />
      <Evidence queue={queue} id={id} currency={currency} evidence={evidence} />
      <ReversedItem evidence={evidence} />
      <Link href={`/${queue}`} className={`${buttonClass('quiet')} justify-self-start`}>
        {t('desk.back')}
      </Link>
    </div>
  )
}
