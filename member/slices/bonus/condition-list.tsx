import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { type About, conditionWords } from './condition-words.ts'

/** A condition in plain sentences, with its heading. */
export function ConditionList({ condition, ...about }: { condition: MemberCondition } & About) {
  const { t } = useTranslation()
  return (
    <section>
      <h3 className="text-base font-semibold">{t('bonus.condition.title')}</h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-sm text-pretty marker:text-ink-soft">
        {conditionWords(t, condition, about).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}
