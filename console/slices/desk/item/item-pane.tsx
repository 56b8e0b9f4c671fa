import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { buttonClass } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { ArrowLeft, CircleHelp } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { NotLoaded } from '../../../app/not-loaded.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { LoadingRows } from '../../../ui/loading-rows.tsx'
import { DecideModal } from '../decide/decide-modal.tsx'
import { DecisionBar } from '../decide/decision-bar.tsx'
import { Overtaken, type TooLate } from '../decide/overtaken.tsx'
import { Candidates } from '../evidence/candidates.tsx'
import { MoreEvidence } from '../evidence/more-evidence.tsx'
import { AboutMember } from '../member/about-member.tsx'
import { type Candidate, type Item, type Member, type QueueName, useItem } from '../queries.ts'
import type { Choice } from '../words/votes.ts'
import { ClaimBanner } from '../work/claim-banner.tsx'
import { Notes } from '../work/notes.tsx'
import { WorkBar } from '../work/work-bar.tsx'
import { DecidedFacts } from './decided-facts.tsx'
import { ItemFacts } from './item-facts.tsx'

/**
 * The chosen item, by its address: its facts with the buttons of a decision below, or the decision that ended
 * it.
 * @param listed the item as the list has it
 * @param empty the text while no item is chosen
 */
export function ItemPane({
  queue,
  id,
  listed,
  mayDecide,
  onGone,
  query,
  empty,
}: {
  queue: QueueName
  id: string | undefined
  listed: Item | undefined
  mayDecide: boolean
  /** The operator is done with the item. */
  onGone(): void
  /** Of the list's address. */
  query: string
  empty: ReactNode
}) {
  const { t } = useTranslation()
  // The item as it was when the dialog was opened, so that its content does not change while somebody
  // decides.
  const [asked, setAsked] = useState<{ choice: Choice; item: Item; member?: Member; candidate?: Candidate }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useItem(queue, id, listed)
  const item = data?.item ?? undefined
  const decision = data?.decision
  const [tooLate, setTooLate] = useState<TooLate>()
  function ask(what: typeof asked): void {
    setTooLate(undefined)
    setAsked(what)
  }
  // The answer itself says it, so that screen readers announce what was just decided.
  const isShown = data?.state
  useEffect(() => {
    // The dialog must give the focus back first.
    if (isShown && id) heading.current?.focus({ preventScroll: true })
  }, [isShown, id])

  return (
    <section
      aria-label={t('desk.item')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      tabIndex={0}
      data-focus-home={id}
      className={cx('flex-1 flex-col wide:flex wide:overflow-y-auto', id ? 'flex' : 'hidden')}
    >
      <Link
        href={`/${queue}${query}`}
        className="inline-flex min-h-12 items-center gap-2 px-4 text-sm font-medium text-link wide:hidden"
      >
        <ArrowLeft className="size-4.5" aria-hidden />
        {t(`desk.queue.${queue}.name`)}
      </Link>
      {tooLate && (!item || tooLate.isChanged) && <Overtaken {...tooLate} onGoOn={onGone} />}
      {item ? (
        <>
          <ClaimBanner queue={queue} id={item.id} mayWork={mayDecide} />
          <ItemFacts item={item} headingRef={heading} />
          <div className="mx-auto grid w-full max-w-3xl gap-3 px-5 pb-6">
            <Candidates
              item={item}
              onChoose={mayDecide ? (candidate) => ask({ choice: 'approve', item, candidate }) : undefined}
            />
            <MoreEvidence
              item={item}
              onChoose={mayDecide ? (member) => ask({ choice: 'approve', item, member }) : undefined}
            />
            {mayDecide && <WorkBar queue={queue} id={item.id} onLeft={onGone} />}
            <Notes queue={queue} id={item.id} />
            {item.member && (
              <AboutMember
                key={item.member._id}
                member={item.member}
                isOpen={queue === 'withdrawal' || queue === 'bet-review'}
              />
            )}
          </div>
          <DecisionBar item={item} mayDecide={mayDecide} onAsk={(choice) => ask({ choice, item })} />
        </>
      ) : decision ? (
        <>
          <DecidedFacts queue={queue} id={id ?? ''} decision={decision} headingRef={heading} />
          <div className="mx-auto w-full max-w-3xl px-5 pb-6">
            <Notes queue={queue} id={id ?? ''} />
          </div>
        </>
      ) : !id ? (
        <div className="m-auto pb-10">{empty}</div>
      ) : error instanceof ApiError && (error.code === 'NO_DATA' || error.code === 'INVALID_REQUEST') ? (
        <div className="m-auto grid justify-items-center pb-10">
          <Empty
            icon={<CircleHelp className="size-8 text-ink-soft" aria-hidden />}
            title={t('desk.unknown')}
            text={t('desk.unknownText')}
          />
          <Link href={`/${queue}${query}`} className={buttonClass('quiet')}>
            {t('desk.back')}
          </Link>
        </div>
      ) : error ? (
        <div className="m-auto pb-10">
          <NotLoaded error={error} onRetry={refetch} />
        </div>
      ) : (
        <div className="p-5">
          <LoadingRows className="h-24" />
        </div>
      )}
      {asked && (
        <DecideModal
          item={asked.item}
          choice={asked.choice}
          proposed={asked.member}
          candidate={asked.candidate}
          onClose={() => setAsked(undefined)}
          onDone={onGone}
          onTooLate={setTooLate}
        />
      )}
    </section>
  )
}
