import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import type { Evidence } from '../queries.ts'

type Shown = Pick<NonNullable<Evidence['origin']>, 'score' | 'signs'>

/** Whether nothing keeps a withdrawal from being paid with others at once. */
const isCalm = ({ signs }: Shown): boolean => signs.every(({ keepsFromClear }) => !keepsFromClear)

/** What speaks against paying in one line, for phones. */
export function ScoreLine({ origin }: { origin: Shown }) {
  const { t } = useTranslation()
  return (
    <p className={cx('font-medium', isCalm(origin) ? 'text-positive' : 'text-negative')}>
      {t('desk.origin.score', { score: origin.score })}
    </p>
  )
}

/** The score and its reasons; the sum of the weights is the score. */
export function Signs({ origin }: { origin: Shown }) {
  const { t } = useTranslation()
  const { score, signs } = origin
  const colours = isCalm(origin) ? 'bg-positive-soft' : 'bg-negative-soft'
  return (
    <section aria-labelledby="signs" className={cx('rounded-2xl px-4 py-3 text-sm', colours)}>
      <h3 id="signs" className={cx('font-semibold', isCalm(origin) ? 'text-positive' : 'text-negative')}>
        {t('desk.origin.score', { score })}
      </h3>
      {signs.length === 0 ? (
        <p>{t('desk.origin.nothing')}</p>
      ) : (
        <ul>
          {signs.map(({ sign, weight }) => (
            <li key={sign} className="flex justify-between gap-x-4">
              <span>{t(`desk.origin.sign.${sign}`)}</span>
              <span className="shrink-0">{weight}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
