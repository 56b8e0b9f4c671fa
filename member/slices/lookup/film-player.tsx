import { languageTags } from '@krapao/contract/languages.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Captions, LoaderCircle, Maximize, Pause, Play, RotateCcw, WifiOff } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { clock, filmFile, filmOf, megabytesOf } from './films.ts'
import type { Guide } from './guides.ts'
import { type FilmState, useFilm } from './use-film.ts'

/** Seconds that an arrow key moves. */
const jump = 5

/**
 * The bar of the film in our own colours: what browsers make of an accent is too faint on dark. Each knows
 * the parts by names of its own.
 */
const track = cx(
  'cursor-pointer appearance-none bg-transparent',
  '[&::-webkit-slider-runnable-track]:h-1.5 [&::-webkit-slider-runnable-track]:rounded-full',
  '[&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--link)_var(--played),var(--handle)_var(--played))]',
  '[&::-webkit-slider-thumb]:-mt-1.75 [&::-webkit-slider-thumb]:size-5 [&::-webkit-slider-thumb]:appearance-none',
  '[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-link',
  '[&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-handle',
  '[&::-moz-range-progress]:h-1.5 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-link',
  '[&::-moz-range-thumb]:size-5 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-link',
  'forced-colors:appearance-auto',
)

/**
 * A film with its controls. Nothing is loaded before somebody plays it. On a phone the picture is as wide as
 * the screen, because it is of a phone's page at its full width: what is written in it is as large as in the
 * app. The captions are in a band of their own below it, because they would cover what it shows; in full
 * screen the browser shows them.
 */
export function FilmPlayer({
  guide,
  video,
  onTime,
}: {
  guide: Guide
  video: RefObject<HTMLVideoElement | null>
  onTime(seconds: number): void
}) {
  const { t } = useTranslation()
  const film = useFilm(video, onTime)
  const [withCaptions, setWithCaptions] = useState(true)
  const caption = useCaption(video, withCaptions)
  const { seconds: length, bytes, steps } = filmOf(guide)
  const part = Math.min(1, film.seconds / length)

  function onKeyDown(event: KeyboardEvent): void {
    const isControl = event.target instanceof Element && event.target.closest('button, input')
    const move = { ArrowRight: jump, ArrowLeft: -jump }[event.key]
    if (event.key === ' ' && !isControl) film.toggle()
    else if (move && !(event.target instanceof HTMLInputElement)) film.seek(film.seconds + move)
    else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the buttons inside
    <div onKeyDown={onKeyDown} className="grid grid-cols-1 content-start gap-2">
      <div className="-mx-5 overflow-hidden bg-night-deep text-on-night wide:mx-0 wide:rounded-card">
        <div className="relative">
          <video
            ref={video}
            src={filmFile(guide, 'mp4')}
            poster={filmFile(guide, 'webp')}
            preload="none"
            playsInline
            muted
            tabIndex={0}
            aria-label={t(`lookup.howto.${guide}.title`)}
            onClick={film.toggle}
            className="block aspect-5/6 max-h-[72svh] w-full object-contain outline-offset-[-3px] outline-accent"
          >
            <track
              default
              kind="captions"
              label={t('lookup.howto.player.captions')}
              srcLang={languageTags[currentLanguage()]}
              src={filmFile(guide, 'vtt')}
            />
          </video>
          <Cover state={film.state} onPlay={film.play} onRetry={film.retry} />
        </div>
        {withCaptions && (
          <p className="grid items-center px-4 py-2 text-center text-base text-balance wrap-anywhere *:col-start-1 *:row-start-1">
            {/* The room of the longest one, so that nothing moves while the film plays. */}
            {steps.map((begin, step) => (
              <span
                key={begin}
                aria-hidden
                data-text={t(`lookup.howto.${guide}.steps.${step + 1}` as 'lookup.howto.wallet.steps.1')}
                className="invisible before:content-[attr(data-text)]"
              />
            ))}
            <span>
              {film.state === 'idle'
                ? t('lookup.howto.length', { seconds: length, size: megabytesOf(bytes) })
                : caption}
            </span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-1">
        <IconButton
          label={t(film.isPlaying ? 'lookup.howto.player.pause' : 'lookup.howto.player.play')}
          onClick={film.toggle}
          disabled={film.state === 'failed'}
          className="-ml-2.5"
        >
          {film.isPlaying ? (
            <Pause className="size-5 fill-current" aria-hidden />
          ) : (
            <Play className="size-5 fill-current" aria-hidden />
          )}
        </IconButton>
        <input
          type="range"
          min={0}
          max={length}
          step={0.1}
          value={Math.min(length, film.seconds)}
          aria-label={t('lookup.howto.player.seek')}
          aria-valuetext={t('lookup.howto.player.at', { now: Math.round(film.seconds), all: length })}
          onChange={(event) => film.seek(Number(event.target.value))}
          // The thumb is as wide as 1.25rem, so its middle does not reach the ends.
          style={{ '--played': `calc(0.625rem + ${part} * (100% - 1.25rem))` } as CSSProperties}
          className={cx('h-11 min-w-24 flex-1', track)}
        />
        <span aria-hidden className="text-sm whitespace-nowrap text-ink-soft">
          {clock(film.seconds)} / {clock(length)}
        </span>
        <span className="-mr-2.5 flex">
          <button
            type="button"
            aria-pressed={withCaptions}
            aria-label={t('lookup.howto.player.captions')}
            title={t('lookup.howto.player.captions')}
            onClick={() => setWithCaptions(!withCaptions)}
            className={cx(
              'inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-sunken',
              withCaptions ? 'text-link' : 'text-ink-soft',
            )}
          >
            <Captions className={cx('size-5', !withCaptions && 'opacity-60')} aria-hidden />
          </button>
          {/* On an upright phone the picture has all the width there is. */}
          <IconButton
            label={t('lookup.howto.player.large')}
            onClick={() => video.current && enlarge(video.current)}
            className="portrait:max-wide:hidden"
          >
            <Maximize className="size-5" aria-hidden />
          </IconButton>
        </span>
      </div>
    </div>
  )
}

/** What lies over the picture: the way to begin, the wait, or why it does not go on. */
function Cover({ state, onPlay, onRetry }: { state: FilmState; onPlay(): void; onRetry(): void }) {
  const { t } = useTranslation()
  if (state === 'playing' || state === 'paused') return null
  if (state === 'failed')
    return (
      <div
        role="alert"
        className="absolute inset-0 grid content-center justify-items-center gap-3 overflow-y-auto bg-night-deep px-5 py-3 text-center"
      >
        <WifiOff className="size-8 shrink-0" aria-hidden />
        <p className="text-base font-semibold">{t('lookup.howto.player.failed')}</p>
        <p className="text-sm text-pretty">{t('lookup.howto.player.failedText')}</p>
        <Button onClick={onRetry}>{t('ui.retry')}</Button>
      </div>
    )
  const isWaiting = state === 'loading'
  const Icon = isWaiting ? LoaderCircle : state === 'ended' ? RotateCcw : Play
  return (
    <button
      type="button"
      onClick={onPlay}
      disabled={isWaiting}
      aria-label={t(
        isWaiting
          ? 'ui.loading'
          : state === 'ended'
            ? 'lookup.howto.player.again'
            : 'lookup.howto.player.play',
      )}
      className={cx(
        'absolute inset-x-0 bottom-[13%] mx-auto flex size-18 items-center justify-center rounded-full bg-accent text-on-accent shadow-card outline-on-night transition-transform duration-150 motion-safe:active:scale-95',
        isWaiting && 'opacity-90',
      )}
    >
      <Icon
        className={cx(
          'size-8',
          isWaiting && 'animate-spin',
          state === 'idle' && 'translate-x-0.5 fill-current',
        )}
        aria-hidden
      />
    </button>
  )
}

/**
 * The caption that the film is at. In full screen there is neither the band nor our buttons, so the browser
 * shows the track and its own.
 */
function useCaption(video: RefObject<HTMLVideoElement | null>, isOn: boolean): string {
  const [caption, setCaption] = useState('')
  useEffect(() => {
    const film = video.current
    const track = film?.textTracks[0]
    if (!film || !track) return
    const read = () => setCaption([...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text).join(' '))
    const place = () => {
      const isLarge = document.fullscreenElement === film
      film.controls = isLarge
      track.mode = isOn ? (isLarge ? 'showing' : 'hidden') : 'disabled'
    }
    place()
    read()
    track.addEventListener('cuechange', read)
    document.addEventListener('fullscreenchange', place)
    return () => {
      track.removeEventListener('cuechange', read)
      document.removeEventListener('fullscreenchange', place)
    }
  }, [video, isOn])
  return caption
}

/** iPhones know full screen for videos only, by a name of their own. */
function enlarge(video: HTMLVideoElement & { webkitEnterFullscreen?(): void }): void {
  if (video.requestFullscreen) video.requestFullscreen().catch(() => {})
  else video.webkitEnterFullscreen?.()
}
