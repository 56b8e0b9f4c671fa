import type texts from './texts.th.json'

/** The compiler checks the keys of texts; tidy.test.ts checks that the three languages have the same keys. */
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof texts }
  }
}
