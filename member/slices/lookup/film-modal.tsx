import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { useEffect, useRef, useState } from 'react'
import { FilmPlayer } from './film-player.tsx'
import { filmOf, stepAt } from './films.ts'
import type { Guide } from './guides.ts'

/**
 * One help film with its steps in writing; a press on a step plays the film from there.
 * @param from the step that was pressed before it opened, from 0
 */
export function FilmModal({
  guide,
  from,
  onClose,
}: {
  guide: Guide
  from?: number | undefined
  onClose(): void
}) {
  const { t, i18n } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [seconds, setSeconds] = useState<number>()
  const { steps } = filmOf(guide)
  const current = seconds === undefined ? undefined : stepAt(steps, seconds)

  function playFrom(step: number): void {
    const film = video.current
    if (!film) return
    if (film.error) film.load()
    film.currentTime = steps[step] ?? 0
    film.play().catch(() => {})
    film.parentElement?.scrollIntoView({ block: 'nearest' })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    if (from !== undefined) playFrom(from)
  }, [])

  return (
    <Dialog wide title={t(`lookup.howto.${guide}.title`)} onClose={onClose}>
      <div className="grid grid-cols-1 gap-5 wide:grid-cols-[24.375rem_minmax(0,1fr)] wide:gap-6">
        <FilmPlayer key={i18n.language} guide={guide} video={video} onTime={setSeconds} />
        <div className="grid grid-cols-1 content-start gap-2">
          <h3 className="text-base font-semibold">{t('lookup.howto.steps')}</h3>
          <ol className="-mx-2 grid grid-cols-1 gap-1">
            {steps.map((begin, step) => (
              <li key={begin}>
                <button
                  type="button"
                  aria-current={step === current ? 'step' : undefined}
                  onClick={() => playFrom(step)}
                  className={cx(
                    'flex min-h-11 w-full items-start gap-3 rounded-2xl px-2 py-2 text-left hover:bg-sunken',
                    step === current && 'bg-sunken',
                  )}
                >
                  <span
                    aria-hidden
                    className={cx(
                      'mt-px flex size-6 shrink-0 items-center justify-center rounded-full text-sm font-semibold',
                      step === current ? 'bg-link text-card' : 'bg-sunken text-link',
                    )}
                  >
                    {step + 1}
                  </span>
                  <span className="min-w-0 flex-1 text-base text-pretty wrap-anywhere">
                    {t(`lookup.howto.${guide}.steps.${step + 1}` as 'lookup.howto.wallet.steps.1')}
                    <span className="sr-only"> ({t('lookup.howto.jump', { step: step + 1 })})</span>
                  </span>
                </button>
              </li>
            ))}
          </ol>
          <p className="text-sm text-pretty text-ink-soft">{t('lookup.howto.demo')}</p>
        </div>
      </div>
    </Dialog>
  )
}
