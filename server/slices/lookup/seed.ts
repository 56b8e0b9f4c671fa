import type { Language } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import banks from './content/banks.json' with { type: 'json' }
import depositAccounts from './content/deposit-accounts.json' with { type: 'json' }
import kipAccounts from './content/deposit-accounts-kip.json' with { type: 'json' }
import sources from './content/sources.json' with { type: 'json' }
import en from './content/texts.en.json' with { type: 'json' }
import la from './content/texts.la.json' with { type: 'json' }
import th from './content/texts.th.json' with { type: 'json' }
import { contactLineLink, contactLineName } from './rules.ts'
import { insertAbsent, replaceTexts, type TextKey } from './store.ts'

const texts: Record<Language, Record<TextKey, string[]>> = { th, la, en }

/** Gives an installation its banks, sources and texts. What exists stays as the operator has it. */
export async function seedLookups({ db }: Context): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await insertAbsent(tx, 'banks', banks)
    await insertAbsent(tx, 'sources', sources)
    // A text is there or absent as a whole: a paragraph that the operator took out must not come back.
    const present = await tx.selectFrom('texts').select(['key', 'language']).distinct().execute()
    const known = new Set(present.map(({ key, language }) => `${key} ${language}`))
    for (const [language, byKey] of Object.entries(texts) as [Language, Record<TextKey, string[]>][]) {
      for (const [key, paragraphs] of Object.entries(byKey) as [TextKey, string[]][]) {
        if (!known.has(`${key} ${language}`)) await replaceTexts(tx, key, language, paragraphs)
      }
    }
  })
}

/**
 * Accounts to pay to and a support contact for the demo world. Never part of a real installation: a member there
 * must not be shown an account number that nobody owns. The Lao build has members of both currencies.
 */
export async function insertDemoLookups({ db, settings, brand }: Context): Promise<void> {
  const present = await db.selectFrom('deposit_accounts').select('id').limit(1).executeTakeFirst()
  const accounts = brand.variant === 'la' ? [...kipAccounts, ...depositAccounts] : depositAccounts
  if (!present) await insertAbsent(db, 'deposit_accounts', accounts)
  if ((await settings.get(contactLineName)) === '') {
    await settings.set(contactLineName, '@krapao-demo')
    await settings.set(contactLineLink, 'https://krapao.example/line')
  }
}
