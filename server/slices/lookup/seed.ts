import { transaction } from '../../platform/database.ts'
import type { Language } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import banks from './content/banks.json' with { type: 'json' }
import sources from './content/sources.json' with { type: 'json' }
import en from './content/texts.en.json' with { type: 'json' }
import la from './content/texts.la.json' with { type: 'json' }
import th from './content/texts.th.json' with { type: 'json' }
import { contactLineLink, contactLineName } from './rules.ts'
import { insertAbsent, replaceTexts, selectTextKeys, type TextKey } from './store.ts'

const texts: Record<Language, Record<TextKey, string[]>> = { th, la, en }

/** Inserts an installation's banks, sources and texts. Existing rows stay as the operator has them. */
export async function seedLookups({ db }: Context): Promise<void> {
  await transaction(db, async (tx) => {
    await insertAbsent(tx, 'banks', banks)
    await insertAbsent(tx, 'sources', sources)
    // A text exists or is absent as a whole: a paragraph that the operator removed must not come back.
    const known = new Set((await selectTextKeys(tx)).map(({ key, language }) => `${key} ${language}`))
    for (const [language, byKey] of Object.entries(texts) as [Language, Record<TextKey, string[]>][]) {
      for (const [key, paragraphs] of Object.entries(byKey) as [TextKey, string[]][]) {
        if (!known.has(`${key} ${language}`)) await replaceTexts(tx, key, language, paragraphs)
      }
    }
  })
}

/** A support contact for the demo world. */
export async function insertDemoContact({ settings }: Context): Promise<void> {
  if ((await settings.get(contactLineName)) !== '') return
  await settings.set(contactLineName, '@krapao-demo')
  await settings.set(contactLineLink, 'https://krapao.example/line')
}
