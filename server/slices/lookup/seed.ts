import { join } from 'node:path'
import { inEachLanguage, languages } from '@krapao/contract/languages.ts'
import { paymentWallet } from '@krapao/contract/limits.ts'
import { gatewayName, onlyGateways, type QrGateway } from '@krapao/contract/qr-gateways.ts'
import { transaction } from '../../platform/database.ts'
import { fill, textsBeside } from '../../platform/texts.ts'
import type { Context } from '../context.ts'
import banks from './content/banks.json' with { type: 'json' }
import sources from './content/sources.json' with { type: 'json' }
import { contactLineLink, contactLineName } from './rules.ts'
import { insertAbsent, replaceTexts, selectTextKeys, type TextKey } from './store.ts'
import type en from './texts.en.json'

const texts = textsBeside<Record<TextKey, string[]>>(join(import.meta.dirname, 'content'))
const names = textsBeside<typeof en>(import.meta.dirname)

const named = <Code extends string, Row extends { code: string }>(
  rows: Row[],
  nameOf: (text: typeof en, code: Code) => string,
) =>
  rows.map((row) => ({
    ...row,
    names: inEachLanguage((language) => nameOf(names[language], row.code as Code)),
  }))

/** Gateways and payment wallets, which no member registers with. */
const gateway = (code: string, at: number) => ({ code, kind: 'gateway', variants: [], sort: 110 + 10 * at })
const wallet = gateway(paymentWallet, onlyGateways.length)

const allBanks = [
  ...named(
    banks.map((bank) => ({ ...bank, kind: 'bank' })),
    (text, code: keyof typeof en.banks) => text.banks[code],
  ),
  ...named(
    onlyGateways.map(gateway),
    (text, code: QrGateway) => gatewayName(code) ?? fill(text.gateway, { code }),
  ),
  ...named([wallet], (text) => text.paymentWallet),
]
const allSources = named(sources, (text, code: keyof typeof en.sources) => text.sources[code])

/** Inserts an installation's banks, sources and texts. Existing rows stay as the operator has them. */
export async function seedLookups({ db }: Context): Promise<void> {
  await transaction(db, async (tx) => {
    await insertAbsent(tx, 'banks', allBanks)
    await insertAbsent(tx, 'sources', allSources)
    // A text exists or is absent as a whole: a paragraph that the operator removed must not come back.
    const known = new Set((await selectTextKeys(tx)).map(({ key, language }) => `${key} ${language}`))
    for (const language of languages) {
      for (const [key, paragraphs] of Object.entries(texts[language]) as [TextKey, string[]][]) {
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
