import type { Brand } from '@krapao/contract/brand.ts'
import { languageTags } from '@krapao/contract/languages.ts'
import { textsBeside } from '../platform/texts.ts'
import type en from './texts.en.json'

const texts = textsBeside<typeof en>(import.meta.dirname)

/** Where a shared picture arrives: in the browser's worker, or here where there is none. */
export const sharePath = '/share-slip'
/** The dashboard with a sheet open (product.md §2). */
export const sheetPath = (sheet: string): string => `/user/home?open=${sheet}`

export interface IconOfManifest {
  src: string
  sizes: string
  type: string
  purpose?: 'any' | 'maskable'
}
export interface Screenshot {
  src: string
  sizes: string
  type: string
  form_factor: 'narrow' | 'wide'
}

/** The manifest by which a phone installs the app, in the language of the build. */
export function manifestOf(
  brand: Brand,
  shown: {
    icons: IconOfManifest[]
    shortcut: (name: 'deposit' | 'withdraw') => IconOfManifest
    screenshots: Screenshot[]
  },
): object {
  const { name, shortName, descriptions, variant, colours } = brand
  return {
    // The same for all time: a phone that has the app under another one would install it again.
    id: '/user',
    start_url: '/user',
    scope: '/',
    name,
    short_name: shortName || name,
    description: descriptions[variant],
    lang: languageTags[variant],
    dir: 'ltr',
    display: 'standalone',
    orientation: 'any',
    background_color: colours.light.surface,
    theme_color: colours.light.surface,
    categories: ['finance', 'entertainment'],
    icons: shown.icons,
    // The shortcuts of a long press on the icon.
    shortcuts: (['deposit', 'withdraw'] as const).map((sheet) => ({
      name: texts[variant].shortcuts[sheet],
      url: sheetPath(sheet),
      icons: [shown.shortcut(sheet)],
    })),
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'slip', accept: ['image/*'] }] },
    },
    prefer_related_applications: false,
    ...(shown.screenshots.length > 0 && { screenshots: shown.screenshots }),
  }
}
