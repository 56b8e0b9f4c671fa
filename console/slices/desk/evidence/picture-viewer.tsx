import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { ChevronLeft, ChevronRight, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useKeys } from '../../../app/keys.tsx'
import { Picture } from './picture.tsx'
import { pathOf, type Shown } from './use-pictures.ts'

/**
 * The steps of enlarging: the whole picture, then its full width with nothing beside it, then parts of it.
 */
const widths = [
  'max-h-[66dvh] wide:max-h-[calc(100dvh-12rem)]',
  'w-full',
  'w-[175%] max-w-none',
  'w-[275%] max-w-none',
]
const quarter = 90

/** How one picture is looked at. */
interface Look {
  zoom: number
  /** Quarters of a turn, clockwise. */
  turns: number
}
const asItIs: Look = { zoom: 0, turns: 0 }

/**
 * The pictures of an item, large. On wide screens they are next to one another at the left edge, so that the
 * facts stay in sight; on phones one is swiped to the next. The arrow keys choose one, R turns it, E closes.
 * @param start the place of the one that is chosen first
 */
export function PictureViewer({
  pictures,
  start,
  onClose,
}: {
  pictures: Shown[]
  start: number
  onClose(): void
}) {
  const { t } = useTranslation()
  const [at, setAt] = useState(start)
  const [looks, setLooks] = useState<Record<number, Look>>({})
  const row = useRef<HTMLUListElement>(null)
  const count = pictures.length
  const look = looks[at] ?? asItIs
  const change = (part: Partial<Look>) => setLooks({ ...looks, [at]: { ...look, ...part } })
  const turn = () => change({ turns: (look.turns + 1) % 4 })

  function go(to: number): void {
    if (to < 0 || to >= count) return
    setAt(to)
    row.current?.children[to]?.scrollIntoView({ behavior: 'instant', inline: 'nearest', block: 'nearest' })
  }
  const latest = useRef({ at, go, look })
  latest.current = { at, go, look }

  useLayoutEffect(() => {
    row.current?.focus({ preventScroll: true })
    latest.current.go(latest.current.at)
  }, [])
  useEffect(() => {
    const byArrow = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      // In an enlarged picture they move what is seen of it.
      if (!step || event.ctrlKey || event.metaKey || event.altKey || latest.current.look.zoom > 1) return
      event.preventDefault()
      latest.current.go(latest.current.at + step)
    }
    document.addEventListener('keydown', byArrow)
    return () => document.removeEventListener('keydown', byArrow)
  }, [])
  useKeys(
    t('desk.picture'),
    [
      { key: 'r', label: t('desk.rotate'), run: turn },
      { key: 'e', label: t('ui.close'), run: onClose },
    ],
    row,
  )

  /** On phones the one that was swiped to is chosen. */
  function onScroll(): void {
    const list = row.current
    const [first] = list?.children ?? []
    if (!list || !first || first.clientWidth < list.clientWidth * 0.8) return
    const seen = Math.round(list.scrollLeft / first.clientWidth)
    if (seen !== at && seen < count) setAt(seen)
  }

  return (
    <Dialog title={t('desk.picture')} beside bare onClose={onClose}>
      {/* With large letters on a phone the buttons take much room: then all of it scrolls. */}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">
        <div className="flex flex-wrap items-center justify-center gap-2 px-3 pb-2">
          {count > 1 && (
            <>
              <IconButton label={t('desk.pictures.previous')} disabled={at === 0} onClick={() => go(at - 1)}>
                <ChevronLeft className="size-5" aria-hidden />
              </IconButton>
              <p role="status" className="text-sm font-medium">
                {t('desk.pictures.place', { at: at + 1, count })}
              </p>
              <IconButton
                label={t('desk.pictures.next')}
                disabled={at === count - 1}
                onClick={() => go(at + 1)}
              >
                <ChevronRight className="size-5" aria-hidden />
              </IconButton>
            </>
          )}
          <IconButton
            label={t('desk.smaller')}
            disabled={look.zoom === 0}
            onClick={() => change({ zoom: look.zoom - 1 })}
          >
            <ZoomOut className="size-5" aria-hidden />
          </IconButton>
          <IconButton
            label={t('desk.larger')}
            disabled={look.zoom === widths.length - 1}
            onClick={() => change({ zoom: look.zoom + 1 })}
          >
            <ZoomIn className="size-5" aria-hidden />
          </IconButton>
          <IconButton label={t('desk.rotate')} onClick={turn}>
            <RotateCw className="size-5" aria-hidden />
          </IconButton>
        </div>
        <ul
          ref={row}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
          tabIndex={0}
          aria-label={t('desk.pictures.count', { count })}
          onScroll={onScroll}
          className={cx(
            'flex shrink-0 snap-x snap-mandatory scroll-px-2 gap-2 -outline-offset-2 overflow-x-auto overscroll-x-contain px-2 pb-3 wide:min-h-0 wide:flex-1 wide:shrink',
            // The frame of the chosen one shows where the keys act.
            count > 1 && 'outline-none',
          )}
        >
          {pictures.map((picture, place) => (
            <Large
              key={pathOf(picture.address)}
              picture={picture}
              look={looks[place] ?? asItIs}
              isChosen={count > 1 && place === at}
              onChoose={() => setAt(place)}
              alt={
                count === 1
                  ? t('desk.picture')
                  : `${t('desk.pictures.place', { at: place + 1, count })}: ${picture.caption}`
              }
            />
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

function Large({
  picture: { address, caption },
  look: { zoom, turns },
  isChosen,
  onChoose,
  alt,
}: {
  picture: Shown
  look: Look
  isChosen: boolean
  onChoose(): void
  alt: string
}) {
  const [ratio, setRatio] = useState(1)
  // Turned by 90 degrees it is as wide as it was high, and has to fit into the same space.
  const scale = turns % 2 === 1 ? Math.min(ratio, 1 / ratio) : 1
  return (
    <li
      aria-current={isChosen ? 'true' : undefined}
      onPointerDown={onChoose}
      className={cx(
        'flex w-full shrink-0 snap-start flex-col gap-1 rounded-2xl border-2 p-1',
        zoom === 0 && 'self-start wide:w-auto wide:min-w-60 wide:flex-1 wide:shrink',
        isChosen ? 'border-link' : 'border-transparent',
      )}
    >
      <section tabIndex={zoom > 1 ? 0 : undefined} aria-label={caption} className="min-h-0 overflow-auto">
        <Picture
          address={address}
          alt={alt}
          className={widths[zoom] ?? ''}
          style={{ transform: `rotate(${turns * quarter}deg) scale(${scale})` }}
          onSize={setRatio}
        />
      </section>
      <p className="text-center text-xs text-ink-soft wrap-anywhere">{caption}</p>
    </li>
  )
}
