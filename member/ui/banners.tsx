import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'

/** A picture, by its address, and sanitised HTML. */
export interface Banner {
  image: string
  html: string
}

/**
 * The banners of a campaign, side by side: swiped, turned by buttons, scrolled by keyboard. The pictures have
 * the proportions of 2 to 1, so that nothing moves when they arrive.
 * @param label names the whole for screen readers; a picture without words has it as its text
 */
export function Banners({ banners, label }: { banners: Banner[]; label: string }) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  if (banners.length === 0) return null
  const many = banners.length > 1

  function turn(by: 1 | -1): void {
    const { current } = list
    const to = (at + by + banners.length) % banners.length
    current?.scrollTo({ left: to * current.clientWidth })
  }

  return (
    <section aria-label={label} className="relative grid gap-1">
      <ul
        ref={list}
        // A list that scrolls is scrolled by keyboard, too.
        tabIndex={many ? 0 : undefined}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setAt(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-2xl [scrollbar-width:none] motion-safe:scroll-smooth"
      >
        {banners.map(({ image, html }, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a campaign may show one picture twice
            key={i}
            className="grid w-full shrink-0 snap-start content-start gap-3"
          >
            <img
              src={image}
              alt={html ? '' : label}
              width={1080}
              height={540}
              loading={i === 0 ? 'eager' : 'lazy'}
              className="aspect-2/1 w-full rounded-2xl bg-sunken object-cover"
            />
            {html && <Html html={html} className="px-1" />}
          </li>
        ))}
      </ul>
      {many && (
        <div className="flex items-center justify-center gap-2">
          <IconButton label={t('ui.banners.previous')} onClick={() => turn(-1)}>
            <ChevronLeft className="size-6" aria-hidden />
          </IconButton>
          <span className="sr-only" aria-live="polite">
            {t('ui.banners.at', { at: at + 1, of: banners.length })}
          </span>
          {banners.map((_, i) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the dots are their places
              key={i}
              aria-hidden
              className={cx('size-2.5 rounded-full', i === at ? 'bg-link' : 'bg-line')}
            />
          ))}
          <IconButton label={t('ui.banners.next')} onClick={() => turn(1)}>
            <ChevronRight className="size-6" aria-hidden />
          </IconButton>
        </div>
      )}
    </section>
  )
}
