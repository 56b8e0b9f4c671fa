import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useLive } from '../../frame/calls/live.ts'
import { toast } from '../../ui/overlay.tsx'
import { useEnded, useWallet } from '../wallet/public.ts'
import { lookOf } from './look.ts'
import { useReadShown } from './read.ts'
import { useOutcomeWords } from './use-outcome-words.ts'

/** Pages that show what is under way, and what becomes of it, themselves. */
const withRows = ['/user/home', '/user/statement', '/user/outcomes']
/** Milliseconds for which a toast with a link is shown. */
const patience = 8000

/** The number of outcomes that are not read, in words and as a badge; on other pages what ends is a toast. */
export default function BellBadge() {
  const { t } = useTranslation()
  const [location] = useLocation()
  const unread = useEnded().data?.unread ?? 0
  useReadShown()
  return (
    <>
      {unread > 0 && (
        <>
          <span className="sr-only">{t('outcome.bellNew', { total: unread })}</span>
          <span aria-hidden className="count">
            {unread > 99 ? '99+' : unread}
          </span>
        </>
      )}
      {!withRows.includes(location) && <News />}
      {location === '/user/outcomes' && <Live />}
    </>
  )
}

/** Says what ends while a page is open that has no rows for it. */
function News() {
  const { t } = useTranslation()
  const wordsOf = useOutcomeWords()
  const { data } = useEnded()
  const known = useRef<Set<string>>(undefined)
  useEffect(() => {
    if (!data) return
    const fresh = data.ended.filter(({ _id }) => known.current && !known.current.has(_id))
    known.current = new Set([...(known.current ?? []), ...data.ended.map(({ _id }) => _id)])
    for (const one of fresh) {
      const { name, amount, line } = wordsOf(one)
      const text = [[name, amount].filter(Boolean).join(' '), line].join(' · ')
      toast(lookOf(one).tone, text, {
        milliseconds: patience,
        more: (
          <Link href="/user/outcomes" className="inline-flex min-h-11 items-center font-semibold text-link">
            {t('outcome.see')}
          </Link>
        ),
      })
    }
  }, [data, wordsOf, t])
  return <Live />
}

/** The dashboard and the statement join the member's room themselves. */
function Live() {
  useLive(useWallet().data?.profile._id)
  return null
}
