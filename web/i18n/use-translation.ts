import type { TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'
import { i18n, newTranslate, t } from './i18n.ts'

let translate = t
let { language } = i18n

/** @returns another function in each language, so that what depends on it is made again */
function current(): TFunction {
  if (language !== i18n.language) {
    language = i18n.language
    translate = newTranslate()
  }
  return translate
}

/** The texts in the chosen language; the component is drawn again when another is chosen. */
export function useTranslation(): { t: TFunction; i18n: typeof i18n } {
  return { t: useSyncExternalStore(i18n.onLanguage, current, current), i18n }
}
