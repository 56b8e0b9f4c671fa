import type { PageBrand } from '@krapao/contract/brand.ts'
import { ownBrand } from '@krapao/contract/own-brand.ts'

/**
 * The operator's brand and build options, from the page (rules.md §16). Only the development server serves a
 * page without them.
 */
export const brand: PageBrand =
  JSON.parse(document.getElementById('brand')?.textContent ?? 'null') ??
  (import.meta.env.DEV ? { ...ownBrand, demo: true, worker: false } : undefined)
