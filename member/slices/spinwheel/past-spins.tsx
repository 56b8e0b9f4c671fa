import { paging } from '@krapao/contract/limits.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate } from '@krapao/web/ui/format.ts'
import { Failed, Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../frame/calls/errors.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageLinks } from './page-links.tsx'
import { SpinProof } from './spin-proof.tsx'
import { type PastSpin, useSpins } from './spins.ts'

/** The member's past spins, ten a page; each opens to its check. */
export function PastSpins({ seedInForce }: { seedInForce: string | undefined }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useSpins(page)
  return (
    <section className="grid min-w-0 grid-cols-1 gap-3 rounded-card bg-card p-5 shadow-card">
      <h2 className="text-xl font-semibold">{t('spin.past.title')}</h2>
      {!data && error && <Failed text={errorText(error)} onRetry={() => refetch()} />}
      {!data && !error && (
        <Loading>
          {Array.from({ length: paging.spins }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
            <Skeleton key={at} className="my-2 h-12" />
          ))}
        </Loading>
      )}
      {data?.total === 0 && <Empty title={t('spin.past.empty')} text={t('spin.past.emptyText')} />}
      {data && data.total > 0 && (
        <ul
          className={cx(
            'divide-y divide-line transition-opacity duration-150',
            isPlaceholderData && 'opacity-50',
          )}
        >
          {data.spins.map((spin) => (
            <Row key={spin._id} spin={spin} isSeedInForce={spin.seedId === seedInForce} />
          ))}
        </ul>
      )}
      <PageLinks
        of="spins"
        page={page}
        pages={Math.ceil((data?.total ?? 0) / paging.spins)}
        onPage={setPage}
      />
    </section>
  )
}

function Row({ spin, isSeedInForce }: { spin: PastSpin; isSeedInForce: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-16 w-full flex-wrap items-center gap-x-3 py-2 text-left"
      >
        <span className="min-w-[min(11rem,100%)] flex-1">
          <span className="block text-base font-semibold">{spin.label}</span>
          <span className="block text-sm text-ink-soft">
            <time dateTime={spin.createdAt}>{formatDate(spin.createdAt)}</time>
            {' · '}
            {t('spin.past.number', { number: spin.nonce + 1 })}
          </span>
        </span>
        <span className="ml-auto flex items-center gap-3 text-sm font-semibold text-link">
          {t('spin.past.check')}
          <ChevronDown
            className={cx('size-5 shrink-0 text-ink-soft transition-transform', open && 'rotate-180')}
            aria-hidden
          />
        </span>
      </button>
      <div id={id} hidden={!open}>
        {open && <SpinProof spin={spin} isSeedInForce={isSeedInForce} />}
      </div>
    </li>
  )
}
