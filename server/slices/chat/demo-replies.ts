import { inEachLanguage } from '@krapao/contract/languages.ts'
import { randomLetters } from '../../platform/random-letters.ts'
import type { Context } from '../context.ts'
import { insertReply } from './reply-store.ts'
import { texts } from './texts.ts'

/** Makes the demo's canned replies (rules.md §16); those that exist stay as they are. */
export async function insertDemoReplies({ db, clock }: Context): Promise<void> {
  const shortcuts = Object.keys(texts.en.demoReplies) as (keyof typeof texts.en.demoReplies)[]
  for (const shortcut of shortcuts) {
    const id = `cr${randomLetters(16)}`
    const said = inEachLanguage((language) => texts[language].demoReplies[shortcut])
    await insertReply(db, {
      id,
      shortcut,
      texts: said,
      version: 1,
      updatedBy: null,
      updatedAt: clock.now(),
      waiting: null,
    })
  }
}
