import { useTitle } from '@krapao/web/brand/title.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { FilmModal } from './film-modal.tsx'
import { filmOf, megabytesOf } from './films.ts'
import { type Guide, guides } from './guides.ts'

/**
 * The help films; each opens in a modal (product.md §2 Howto). `?film=` opens one on arrival. Visitors and members have
 * it at addresses of their own.
 */
export default function HowtoPage() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const [open, setOpen] = useState<Guide | undefined>(() =>
    guides.find((guide) => guide === search.get('film')),
  )
  useTitle(t('lookup.howto.title'))

  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <h1 className="text-2xl font-bold">{t('lookup.howto.title')}</h1>
        <p className="text-base text-pretty text-ink-soft">
          {t('lookup.howto.lead', { guides: guides.length })}
        </p>
      </div>
      <ul className="grid grid-cols-1 gap-3 wide:grid-cols-2 wide:gap-4">
        {guides.map((guide) => (
          <li key={guide}>
            <button
              type="button"
              onClick={() => setOpen(guide)}
              className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-card p-3 text-left shadow-card transition-transform duration-150 hover:bg-sunken motion-safe:active:scale-99"
            >
              <span className="relative w-26 shrink-0">
                <img
                  src={`/art/guides/${guide}.svg`}
                  alt=""
                  width={104}
                  height={78}
                  className="w-full rounded-xl"
                />
                <span className="absolute right-1.5 bottom-1.5 flex size-8 items-center justify-center rounded-full bg-night text-on-night shadow-card">
                  <Play className="size-4 translate-x-px fill-current" aria-hidden />
                </span>
              </span>
              <span className="grid min-w-0 flex-1 basis-40 gap-0.5">
                <span className="text-base font-semibold">{t(`lookup.howto.${guide}.title`)}</span>
                <span className="text-sm text-pretty text-ink-soft">{t(`lookup.howto.${guide}.text`)}</span>
                <span className="text-sm text-ink-soft">
                  <Length guide={guide} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {open && <FilmModal guide={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

/** How long a film is and what it costs to load, for people who pay by the megabyte. */
function Length({ guide }: { guide: Guide }) {
  const { t } = useTranslation()
  const { seconds, bytes } = filmOf(guide)
  return t('lookup.howto.length', { seconds, size: megabytesOf(bytes) })
}
