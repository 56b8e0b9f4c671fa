import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@krapao/contract/languages.ts'
import { rolldown } from 'rolldown'
import type { Plugin, Rolldown } from 'vite'
import { filesFor } from './first-files.ts'
import { root } from './project.ts'

/** Paths of a release's files. */
export interface Files {
  /** What the page names. */
  inPage: string[]
  /** The same with all that it needs to run. */
  first: string[]
  /** The sheets that move money, with their texts, by language. */
  sheets: Record<string, string[]>
  /** Every file whose name has a hash. */
  all: string[]
}

const sheets = (language: string) => [
  'deposit/deposit-modal.tsx',
  'withdraw/withdraw-modal.tsx',
  'wallet/transfer-modal.tsx',
  'game/game-account-modal.tsx',
  ...['deposit', 'account', 'statement', 'wallet', 'withdraw', 'bonus', 'game'].map(
    (slice) => `${slice}/texts.${language}.json`,
  ),
]

/** Builds `worker.js`, the member app's service worker, with the names of the release's files in it. */
export function workerScript(): Plugin {
  return {
    name: 'worker-script',
    apply: 'build',
    // When everything else is written: the page and its styles are the last to get their names.
    async writeBundle({ dir = '' }, bundle) {
      const built = await rolldown({
        input: join(root, 'member/worker/main.ts'),
        transform: {
          define: {
            __FILES__: JSON.stringify(filesOf(bundle, readFileSync(join(dir, 'index.html'), 'utf8'))),
            'process.env.NODE_ENV': '"production"',
          },
        },
      })
      const { output } = await built.generate({ format: 'iife', minify: true })
      await built.close()
      writeFileSync(join(dir, 'worker.js'), output[0].code.trim())
    },
  }
}

function filesOf(bundle: Rolldown.OutputBundle, html: string): Files {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const needed = (name: string): string[] => [
    name,
    ...(chunks.find(({ fileName }) => fileName === name)?.imports ?? []).flatMap(needed),
  ]
  const inPage = [...html.matchAll(/ (?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name = '']) => name)
  if (inPage.length < 2) throw new Error('the page of the build names no files')
  const path = (name: string) => `/${name}`
  return {
    inPage: inPage.map(path),
    first: [...new Set(inPage.flatMap(needed))].map(path),
    sheets: Object.fromEntries(
      languages.map((language) => [language, filesFor(bundle, sheets(language)).map(path)]),
    ),
    all: Object.keys(bundle)
      .filter((name) => name.startsWith('assets/'))
      .map(path),
  }
}
