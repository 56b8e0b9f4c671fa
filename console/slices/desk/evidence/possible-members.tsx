import { compare } from '@krapao/contract/comparison.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate } from '@krapao/web/ui/format.ts'
import { PayerSign } from '../member/payer-sign.tsx'
import { Person } from '../member/person.tsx'
import type { Evidence, Item, Member } from '../queries.ts'
import { labelText } from '../words/labels.ts'
import { resultColours } from './result-colours.ts'

type Possible = NonNullable<Evidence['members']>[number]

/**
 * Members whose money it may be, each with what speaks for and against it, as the server ordered them. None
 * is chosen beforehand, and a red line stays red: it takes two people (rules.md §17.5).
 */
export function PossibleMembers({
  item,
  members,
  onChoose,
}: {
  item: Item
  members: Possible[]
  onChoose: ((member: Member) => void) | undefined
}) {
  const { t } = useTranslation()
  if (members.length === 0) return <p className="text-sm text-ink-soft">{t('desk.known.nobody')}</p>
  return (
    <>
      <ul className="divide-y divide-line rounded-2xl bg-card px-4 text-sm">
        {members.map(({ member, compared, score, differs, rivalled, signs, remembered }) => (
          <li key={member._id} className="grid gap-1.5 py-3">
            <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 wrap-anywhere">
                <Person member={member} />
              </div>
              <span className="shrink-0 text-ink-soft">{t('desk.known.score', { score })}</span>
            </div>
            <ul className="grid gap-0.5">
              {compare(item, member, compared).map(({ label, result }) => (
                <li key={label} className={cx('font-medium', resultColours[result])}>
                  {labelText(item.queue, label)}: {t(`desk.compare.${result}`)}
                </li>
              ))}
              {signs.map(({ sign, at, count }) => (
                <li key={sign} className={sign === 'INACTIVE' ? 'font-medium text-negative' : undefined}>
                  {t(`desk.known.sign.${sign}`, { count: count ?? 1, at: at === null ? '' : formatDate(at) })}
                </li>
              ))}
            </ul>
            {remembered && <PayerSign remembered={remembered} />}
            {differs && <p className="font-medium text-negative">{t('desk.known.differs')}</p>}
            {rivalled && <p className="font-medium text-notice">{t('desk.known.rivalled')}</p>}
            {onChoose && (
              <Button
                look="quiet"
                className="justify-self-start"
                aria-label={t('desk.known.chooseNamed', { name: member.name })}
                onClick={() => onChoose(member)}
              >
                {t('desk.known.choose')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-xs text-ink-soft">{t('desk.known.legend')}</p>
    </>
  )
}
