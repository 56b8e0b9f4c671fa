import { isClaim } from '@krapao/contract/comparison.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { formatDate, formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { UserRoundX, Users } from 'lucide-react'
import type { Ref } from 'react'
import { useNow, waitOf } from '../../../ui/when.ts'
import { ComparisonTable, isOwnAccount } from '../evidence/comparison-table.tsx'
import { Counterparts } from '../evidence/counterparts.tsx'
import { Deciding } from '../evidence/deciding.tsx'
import { Evidence } from '../evidence/evidence.tsx'
import { MadeVersion } from '../evidence/made-version.tsx'
import { Pictures } from '../evidence/pictures.tsx'
import { usePictures } from '../evidence/use-pictures.ts'
import { MemberFacts } from '../member/member-facts.tsx'
import { type Item, useEvidence } from '../queries.ts'
import { ReversedItem } from '../reversal/reversed-item.tsx'
import { amountText, ownerlessName, reasonText, votesText } from '../words/labels.ts'
import { reasonOf } from '../words/reason-text.ts'

/** What a decision needs: why the item waits, its member, its claim, the evidence, and the votes so far. */
export function ItemFacts({ item, headingRef }: { item: Item; headingRef: Ref<HTMLHeadingElement> }) {
  const { t } = useTranslation()
  const now = useNow()
  const pictures = usePictures(item)
  const { unit, count } = waitOf(item.createdAt, now)
  const isOwn = item.member !== null && isOwnAccount(item, item.member)
  const { data: more } = useEvidence(item)
  const isAnswered = more?.attempts !== undefined && more.attempts.latest.length > 0
  // Facts that the member has registered as well are shown in the comparison, the last answer above; the
  // others are listed.
  const listed = item.evidence.filter(
    ({ label }) => !(item.member && isClaim(item.queue, label)) && !(label === 'lastAnswer' && isAnswered),
  )
  return (
    <div className="mx-auto grid w-full max-w-3xl flex-1 content-start gap-5 px-5 pt-4 pb-6">
      <header>
        <p className="text-sm text-ink-soft">
          {t(`desk.queue.${item.queue}.one`)} · {formatDate(item.createdAt)} ({t(`ui.ago.${unit}`, { count })}
          )
        </p>
        <h2 ref={headingRef} tabIndex={-1} data-focus-home className="text-2xl font-bold outline-none">
          {amountText(item)}
        </h2>
        <p className="font-medium">{reasonText(item)}</p>
      </header>

      {item.votes.length > 0 && (
        <section>
          <h3 className="mb-1.5 flex items-center gap-2 text-sm font-semibold">
            <Users className="size-4" aria-hidden />
            {votesText(item)}
          </h3>
          <ul className="divide-y divide-line rounded-2xl bg-card px-4 text-sm">
            {item.votes.map((vote) => (
              <li key={vote.operatorId} className="py-2">
                <span className="font-medium">{vote.name}</span>
                <span className="text-ink-soft"> · {formatDate(vote.at)}</span>
                {!vote.counts && (
                  <p className="flex items-start gap-1.5 font-medium text-notice">
                    <UserRoundX className="mt-0.5 size-4 shrink-0" aria-hidden />
                    {t('desk.countsNoMore')}
                  </p>
                )}
                <p className="whitespace-pre-wrap wrap-break-word">{reasonOf(vote)}</p>
                {vote.member && (
                  <p className="text-ink-soft">
                    {t('desk.saidMember', { name: vote.member.name, username: vote.member.username })}
                  </p>
                )}
                {vote.rememberPayer && (
                  <p className="text-ink-soft wrap-anywhere">
                    {t('desk.payer.said')}
                    {vote.rememberPayer.note !== '' && (
                      <span className="block">
                        {t('desk.payer.noted', { note: vote.rememberPayer.note })}
                      </span>
                    )}
                  </p>
                )}
                {vote.amount !== null && (
                  <p className="text-ink-soft">
                    {t('desk.saidAmount', { amount: formatMoney(vote.amount, item.currency) })}
                  </p>
                )}
                {vote.transferId !== null && (
                  <p className="text-ink-soft">
                    {t('desk.transfer.said', { reference: referenceOf(item, vote.transferId) })}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}

      <Deciding item={item} />
      <Counterparts counterparts={item.counterparts} currency={item.currency} reason={item.reason} />

      {item.member ? (
        <MemberFacts member={item.member} isPayee={isOwn} />
      ) : ownerlessName(item) !== undefined ? null : (
        <Note icon={<UserRoundX className="mt-0.5 size-5 shrink-0" aria-hidden />}>
          {t(item.queue === 'return' ? 'desk.toSender' : 'desk.sayWhose')}
        </Note>
      )}
      {item.member && !isOwn && <ComparisonTable item={item} member={item.member} />}

      {(listed.length > 0 || pictures.length > 0) && (
        <div className={cx('grid items-start gap-5', pictures.length > 0 && 'xl:grid-cols-[1fr_13rem]')}>
          {pictures.length > 0 && (
            <div className="xl:order-last">
              <Pictures pictures={pictures} />
            </div>
          )}
          <Evidence queue={item.queue} id={item.id} currency={item.currency} evidence={listed} />
        </div>
      )}
      <MadeVersion evidence={item.evidence} />
      <ReversedItem evidence={item.evidence} />
    </div>
  )
}

/** The bank's reference of the chosen transfer, or the transfer's number if it is no longer free. */
const referenceOf = ({ candidates = [] }: Item, transferId: string): string =>
  candidates.find((one) => one.transferId === transferId)?.evidence.find(({ label }) => label === 'reference')
    ?.value ?? transferId
