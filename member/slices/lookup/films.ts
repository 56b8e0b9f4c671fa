import type { Language } from '@krapao/contract/languages.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import films from './films.json'
import type { Guide } from './guides.ts'

/** What is known of a film before it is loaded. */
export interface FilmFacts {
  seconds: number
  bytes: number
  /** Changes with the film, so that browsers may keep it for a year. */
  version: string
  /** The seconds at which the steps begin. */
  steps: number[]
}

/** The language of a guide's film: one that has no films yet shows those in English. */
const spoken = (guide: Guide, language: Language = currentLanguage()) =>
  language in films[guide] ? (language as keyof (typeof films)[Guide]) : 'en'

export const filmOf = (guide: Guide, language?: Language): FilmFacts => films[guide][spoken(guide, language)]

export const filmFile = (guide: Guide, ending: 'mp4' | 'vtt' | 'webp'): string =>
  `/films/${guide}.${spoken(guide)}.${ending}?v=${filmOf(guide).version}`

/** The step that a film is at; undefined before the first. */
export const stepAt = (steps: readonly number[], seconds: number): number | undefined => {
  const at = steps.findLastIndex((begin) => begin <= seconds)
  return at < 0 ? undefined : at
}

/** Megabytes with one figure after the point, never zero. */
export const megabytesOf = (bytes: number): string => Math.max(0.1, bytes / 1_000_000).toFixed(1)

/** 75 → "1:15". */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
