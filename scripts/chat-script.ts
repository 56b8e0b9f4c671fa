import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages, languageTags } from '@krapao/contract/languages.ts'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'
import { root } from './project.ts'

/** The few texts of the member app that the script shows, and the language's code for browsers. */
function textsOf(language: Language): Record<string, string> {
  const { ui } = JSON.parse(readFileSync(join(root, `member/frame/texts.${language}.json`), 'utf8'))
  const { title, invite, dismiss, open, openUnread_one, openUnread_other } = ui.chat
  return { tag: languageTags[language], title, invite, dismiss, open, openUnread_one, openUnread_other }
}

/**
 * Builds `chat.js`, which shows the chat on other sites, into one file beside the member app (rules.md
 * §12.9).
 */
export function chatScript(): Plugin {
  return {
    name: 'chat-script',
    apply: 'build',
    async generateBundle() {
      const texts = Object.fromEntries(languages.map((language) => [language, textsOf(language)]))
      const bundle = await rolldown({
        input: join(root, 'member/on-sites/chat.ts'),
        transform: { define: { __TEXTS__: JSON.stringify(texts) } },
      })
      const { output } = await bundle.generate({ format: 'iife', minify: true })
      await bundle.close()
      this.emitFile({ type: 'asset', fileName: 'chat.js', source: output[0].code.trim() })
    },
  }
}
