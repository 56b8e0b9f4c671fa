import i18next, { type TFunction } from 'i18next'
import { useSyncExternalStore } from 'react'

/** What is not plain text: a place for a value, or for another text. */
const composed = /\{\{|\$t\(/

/** A text that is shown as it is in its file; undefined where i18next has something to put together. */
function plainText(key: string): string | undefined {
  const text: unknown = i18next.getResource(i18next.language, 'translation', key)
  return typeof text === 'string' && !composed.test(text) ? text : undefined
}

/** Most texts of a screen are plain, and a cheap phone needs a tenth of a millisecond for each that i18next puts together. */
const newTranslate = () =>
  ((key: string, values?: object) =>
    (values === undefined && plainText(key)) ||
    i18next.t(key as never, values as never)) as unknown as TFunction

let translate = newTranslate()
let language = i18next.language

/** @returns another function in each language, so that what depends on it is made again */
function current(): TFunction {
  if (language !== i18next.language) {
    language = i18next.language
    translate = newTranslate()
  }
  return translate
}

function subscribe(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}

/**
 * The texts in the chosen language; the component is drawn again when another is chosen. In place of react-i18next's
 * hook, which copies the whole of i18next for each component (docs/decisions/0039).
 */
export function useTranslation(): { t: TFunction; i18n: typeof i18next } {
  return { t: useSyncExternalStore(subscribe, current, current), i18n: i18next }
}
