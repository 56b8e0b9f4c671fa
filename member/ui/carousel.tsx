import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { carouselRoom } from './carousel-room.ts'
import { type Embla, useTween } from './carousel-tween.ts'
import { useReducedMotion } from './motion.ts'
import { useParts } from './use-parts.ts'

interface Slide {
  id: string
  /** What a screen reader announces when the arrows bring it to the middle. */
  label: string
  /** The card, a button. `tabIndex`: only the middle one is a tab stop, arrow keys reach the others. */
  render(tabIndex: 0 | -1): ReactNode
  /** What can be read of it while it is at the side of the middle one, half hidden. */
  side: ReactNode
}

interface Props {
  title: string
  /** The role's description for screen readers: "carousel". */
  role: string
  previous: string
  next: string
  slides: Slide[]
}

/**
 * Cards of 300×211, smaller on narrow phones, three of them visible on a drum: dragged with inertia, moved by
 * arrow buttons and arrow keys. With reduced motion it is a plain list that scrolls sideways.
 */
export function Carousel(props: Props) {
  const plain = useReducedMotion()
  return plain ? <PlainList {...props} /> : <Drum {...props} />
}

const card = 'w-(--card-width) shrink-0'

function Drum({ title, role, previous, next, slides }: Props) {
  const [viewport, embla] = useEmblaCarousel({
    loop: true,
    align: 'center',
    containScroll: false,
    skipSnaps: true,
    duration: 22,
    watchFocus: false,
  })
  const [selected, setSelected] = useState(0)
  const [spoken, setSpoken] = useState('')
  const headingId = useId()
  // Embla measures the cards: once the browser has laid them out for a frame, and not in the turn that made
  // them.
  const isLaidOut = useParts(1) > 0
  useTween(embla)

  useEffect(() => {
    if (!embla) return
    const select = () => setSelected(embla.selectedScrollSnap())
    // With too few cards for an endless strip, starting at the second one shows three at once.
    if (!embla.internalEngine().options.loop && slides.length > 2) embla.scrollTo(1, true)
    select()
    embla.on('select', select).on('reInit', select)
    return () => {
      embla.off('select', select).off('reInit', select)
    }
  }, [embla, slides.length])

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => embla && moveByKey(embla, event),
    [embla],
  )
  const step = (by: 1 | -1) => {
    if (!embla) return
    if (by > 0) embla.scrollNext()
    else embla.scrollPrev()
    setSpoken(slides[embla.selectedScrollSnap()]?.label ?? '')
  }

  return (
    <section aria-roledescription={role} aria-labelledby={headingId}>
      <Head id={headingId} title={title} many={slides.length > 1} {...{ previous, next, step }} />
      <div
        ref={isLaidOut ? viewport : undefined}
        className={cx(
          carouselRoom,
          // Embla adds the offsets of the strip and its cards, so the strip's offset must count from here and
          // not from the page.
          'relative',
          '-mx-4 cursor-grab overflow-x-hidden active:cursor-grabbing wide:mx-auto wide:max-w-160',
          // Only the tween moves it; this undoes scrolling by the browser, which follows the focus.
          'supports-[overflow:clip]:overflow-x-clip',
        )}
      >
        {!embla && (
          <Skeleton className="absolute inset-x-0 mx-auto aspect-[300/211] w-(--card-width) rounded-card" />
        )}
        <ul
          className={cx('flex touch-pan-y touch-pinch-zoom will-change-transform', !embla && 'invisible')}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            // A screen reader goes directly to a card out of sight; a finger or a mouse may be about to drag.
            const at = embla?.slideNodes().findIndex((slide) => slide.contains(event.target)) ?? -1
            if (at >= 0 && at !== selected && event.target.matches(':focus-visible')) embla?.scrollTo(at)
          }}
        >
          {slides.map((slide, at) => (
            <li
              key={slide.id}
              className="relative flex min-w-0 flex-[0_0_calc(var(--card-width)*0.6)] wide:basis-[calc(var(--card-width)*0.68)] justify-center"
            >
              <div className={cx(card, 'relative will-change-[transform,opacity]')} data-tween>
                {slide.render(at === selected ? 0 : -1)}
                <span
                  aria-hidden
                  data-shade
                  className="pointer-events-none absolute inset-0 rounded-card bg-night-deep opacity-0 will-change-[opacity]"
                />
                {/* Covers the card's own words, which the middle card cuts off, with words in the part that is seen. */}
                <span
                  aria-hidden
                  data-side
                  className="group pointer-events-none absolute inset-0 flex items-end overflow-hidden rounded-card bg-linear-to-t from-night-deep from-45% to-transparent text-white opacity-0 will-change-[opacity]"
                >
                  <span className="mb-4 ml-[24%] grid w-[38%] gap-0.5 group-data-[side=right]:ml-[40%]">
                    {slide.side}
                  </span>
                </span>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </section>
  )
}

/** Arrow keys, Home and End move the strip and the focus with it. */
function moveByKey(embla: Embla, event: KeyboardEvent<HTMLElement>): void {
  const last = embla.slideNodes().length - 1
  const at = embla.selectedScrollSnap()
  const round = embla.internalEngine().options.loop
  const to =
    event.key === 'ArrowRight'
      ? at < last
        ? at + 1
        : round
          ? 0
          : last
      : event.key === 'ArrowLeft'
        ? at > 0
          ? at - 1
          : round
            ? last
            : 0
        : event.key === 'Home'
          ? 0
          : event.key === 'End'
            ? last
            : undefined
  if (to === undefined) return
  event.preventDefault()
  embla.scrollTo(to)
  embla.slideNodes()[to]?.querySelector('button')?.focus({ preventScroll: true })
}

function Head({
  id,
  title,
  many,
  previous,
  next,
  step,
}: { id: string; many: boolean; step(by: 1 | -1): void } & Pick<Props, 'title' | 'previous' | 'next'>) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-2">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {many && (
        <div className="-mr-2 flex">
          <IconButton label={previous} onClick={() => step(-1)}>
            <ChevronLeft className="size-6" aria-hidden />
          </IconButton>
          <IconButton label={next} onClick={() => step(1)}>
            <ChevronRight className="size-6" aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}

/** The same cards side by side, every one a tab stop. */
function PlainList({ title, previous, next, slides }: Props) {
  const headingId = useId()
  const [list, setList] = useState<HTMLUListElement | null>(null)
  return (
    <section aria-labelledby={headingId}>
      <Head
        id={headingId}
        title={title}
        many={slides.length > 1}
        previous={previous}
        next={next}
        step={(by) => list?.scrollBy({ left: by * 312 })}
      />
      <ul
        ref={setList}
        className={cx(carouselRoom, '-mx-4 flex snap-x gap-3 overflow-x-auto px-4 scroll-px-4')}
      >
        {slides.map((slide) => (
          <li key={slide.id} className={cx(card, 'snap-start')}>
            {slide.render(0)}
          </li>
        ))}
      </ul>
    </section>
  )
}
