import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatWhen } from '../../../ui/when.ts'
import type { Evidence } from '../queries.ts'
import { TiedMember } from './tied-member.tsx'

/** Whom the member of a free credit or code is tied to, and who of them has had it (rules.md §7.5). */
export function Sharers({ sharers }: { sharers: NonNullable<Evidence['sharers']> }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">{t('desk.sharers.title')}</h3>
      <ul className="grid grid-cols-1 gap-2 rounded-2xl bg-card px-4 py-3 text-sm">
        {sharers.map((tied) => (
          <TiedMember key={tied.member._id} tied={tied}>
            {tied.received ? (
              <span className="block font-medium text-negative">
                {t(tied.received.isWaiting ? 'desk.sharers.waiting' : 'desk.sharers.received', {
                  at: formatWhen(tied.received.at),
                })}
              </span>
            ) : (
              <span className="block text-ink-soft">{t('desk.sharers.never')}</span>
            )}
          </TiedMember>
        ))}
      </ul>
    </section>
  )
}
