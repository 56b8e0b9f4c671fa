import { ArrowLeft, CircleCheckBig, MousePointerClick } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { buttonClass } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Empty, Loading } from '../../ui/states.tsx'
import { DecideModal } from './decide-modal.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { ItemFacts } from './item-facts.tsx'
import type { Item, QueueName } from './queries.ts'
import type { Verdict } from './standing.ts'

/** The chosen item: its facts, and below them what may be decided. Stays, and says so, when the item has gone. */
export function ItemPane({
  queue,
  id,
  item,
  isLoading,
  mayDecide,
  nextId,
}: {
  queue: QueueName
  id: string | undefined
  item: Item | undefined
  isLoading: boolean
  mayDecide: boolean
  nextId: string | undefined
}) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  // As the operator saw it when the dialog was opened: what is decided about does not change under the hands.
  const [asked, setAsked] = useState<{ verdict: Verdict; item: Item }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const isShown = item !== undefined
  useEffect(() => {
    // The dialog gives the focus back first.
    if (isShown && id) heading.current?.focus({ preventScroll: true })
  }, [isShown, id])

  return (
    <section
      aria-label={t('desk.item')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className={cx('flex-1 flex-col wide:flex wide:overflow-y-auto', id ? 'flex' : 'hidden')}
    >
      <Link
        href={`/${queue}`}
        className="inline-flex min-h-12 items-center gap-2 px-4 text-sm font-medium text-link wide:hidden"
      >
        <ArrowLeft className="size-4.5" aria-hidden />
        {t(`desk.queue.${queue}.name`)}
      </Link>
      {item ? (
        <>
          <ItemFacts item={item} headingRef={heading} />
          <DecisionBar item={item} mayDecide={mayDecide} onAsk={(verdict) => setAsked({ verdict, item })} />
        </>
      ) : isLoading && id ? (
        <div className="p-5">
          <Loading className="h-24" />
        </div>
      ) : id ? (
        <div className="m-auto grid justify-items-center pb-10">
          <Empty
            icon={<CircleCheckBig className="size-8 text-positive" aria-hidden />}
            title={t('desk.gone')}
            text={t('desk.goneText')}
          />
          <Link href={`/${queue}`} className={buttonClass('quiet')}>
            {t('desk.back')}
          </Link>
        </div>
      ) : (
        <div className="m-auto pb-10">
          <Empty
            icon={<MousePointerClick className="size-8 text-ink-soft" aria-hidden />}
            title={t('desk.choose')}
          />
        </div>
      )}
      {asked && (
        <DecideModal
          item={asked.item}
          verdict={asked.verdict}
          onClose={() => setAsked(undefined)}
          onDone={() => navigate(nextId ? `/${queue}/${encodeURI(nextId)}` : `/${queue}`)}
        />
      )}
    </section>
  )
}
