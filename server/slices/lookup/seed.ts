import { transaction } from '../../platform/database.ts'
import type { Language } from '../../platform/http.ts'
import type { Context } from '../context.ts'
import banks from './content/banks.json' with { type: 'json' }
import depositAccounts from './content/deposit-accounts.json' with { type: 'json' }
import kipAccounts from './content/deposit-accounts-kip.json' with { type: 'json' }
import sources from './content/sources.json' with { type: 'json' }
import en from './content/texts.en.json' with { type: 'json' }
import la from './content/texts.la.json' with { type: 'json' }
import th from './content/texts.th.json' with { type: 'json' }
import { hasHouseAccounts, selectAmbiguousNumbers } from './house-account-store.ts'
import { contactLineLink, contactLineName } from './rules.ts'
import { insertAbsent, replaceTexts, selectTextKeys, type TextKey } from './store.ts'

const texts: Record<Language, Record<TextKey, string[]>> = { th, la, en }

/**
 * Inserts an installation's banks, sources and texts. Existing rows stay as the operator has them; accounts of the house
 * that cannot be told apart are logged, because the rows are the operator's.
 */
export async function seedLookups({ db, log }: Context): Promise<void> {
  for (const number of await selectAmbiguousNumbers(db)) {
    log.error({ accountNo: number }, 'an account number of the house is at two banks, or in two currencies')
  }
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

/**
 * Accounts to pay to and a support contact for the demo world. Never used in a real installation, whose members must
 * not see an account number that nobody owns. The Lao build has members of both currencies.
 */
export async function insertDemoLookups({ db, settings, brand }: Context): Promise<void> {
  const accounts = brand.variant === 'la' ? [...kipAccounts, ...depositAccounts] : depositAccounts
  if (!(await hasHouseAccounts(db))) await insertAbsent(db, 'deposit_accounts', accounts)
  if ((await settings.get(contactLineName)) === '') {
    await settings.set(contactLineName, '@krapao-demo')
    await settings.set(contactLineLink, 'https://krapao.example/line')
  }
}
