import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * `idle` until somebody plays it, `loading` while it waits for the network, `failed` when it cannot go on.
 */
export type FilmState = 'idle' | 'loading' | 'playing' | 'paused' | 'ended' | 'failed'

/** Milliseconds without data from the network after which the person is shown a failure. */
const patience = 12_000

/** What a video does, and the ways to control it. */
export function useFilm(video: RefObject<HTMLVideoElement | null>, onTime: (seconds: number) => void) {
  const [state, setState] = useState<FilmState>('idle')
  const [seconds, setSeconds] = useState(0)
  const latest = useRef(onTime)
  latest.current = onTime

  useEffect(() => {
    const film = video.current
    if (!film) return
    const states: [string, FilmState][] = [
      ['waiting', 'loading'],
      ['playing', 'playing'],
      ['ended', 'ended'],
      ['error', 'failed'],
    ]
    const stops = states.map(([event, state]) => listen(film, event, () => setState(state)))
    stops.push(
      listen(film, 'pause', () => setState((known) => (known === 'failed' || film.ended ? known : 'paused'))),
      listen(film, 'timeupdate', () => {
        setSeconds(film.currentTime)
        latest.current(film.currentTime)
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [video])

  useEffect(() => {
    const film = video.current
    if (state !== 'loading' || !film) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setState('failed'), patience)
    }
    wait()
    // On a slow line something still arrives.
    const stop = listen(film, 'progress', wait)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [video, state])

  function play(): void {
    const film = video.current
    if (!film) return
    if (film.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) setState('loading')
    // Why it was refused comes as an event, too.
    film.play().catch(() => {})
  }

  /** Loads it again and goes on where it was. */
  function retry(): void {
    const film = video.current
    if (!film) return
    const at = seconds
    film.load()
    film.currentTime = at
    play()
  }

  function seek(to: number): void {
    const film = video.current
    if (film) film.currentTime = Math.max(0, to)
    setSeconds(Math.max(0, to))
    latest.current(Math.max(0, to))
  }

  const isPlaying = state === 'playing' || state === 'loading'
  const toggle = () => (isPlaying ? video.current?.pause() : play())
  return { state, seconds, isPlaying, play, retry, seek, toggle }
}

function listen(film: HTMLVideoElement, event: string, act: () => void): () => void {
  film.addEventListener(event, act)
  return () => film.removeEventListener(event, act)
}
