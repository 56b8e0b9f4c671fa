import { build, type InlineConfig, mergeConfig, type Rolldown } from 'vite'
import { filesFor, firstScreens } from './first-files.ts'

/** What visitors can open beside the login page. */
const visitor = [
  'account/register-page.tsx',
  'lookup/contact-page.tsx',
  'lookup/howto-page.tsx',
  'chat/chat-corner.tsx',
  'chat/chat-frame.tsx',
  'chat/panel.tsx',
]

/** Ids of modules that the app's first script does not bring. */
export type FirstModules = Record<keyof typeof firstScreens | 'visitor', ReadonlySet<string>>

/**
 * Asks the bundler itself, by a build that is not written: only it knows which imports are left once unused
 * code is gone.
 */
export async function firstModules(config: InlineConfig): Promise<FirstModules> {
  const built = await build(
    mergeConfig(config, { configFile: false, logLevel: 'warn', build: { write: false, minify: false } }),
  )
  if (!('output' in built)) throw new Error('the build has more than one output')
  const bundle: Rolldown.OutputBundle = Object.fromEntries(built.output.map((file) => [file.fileName, file]))
  const needed = (parts: string[]) =>
    new Set(
      filesFor(bundle, parts).flatMap((name) => {
        const file = bundle[name]
        return file?.type === 'chunk' ? file.moduleIds : []
      }),
    )
  return {
    login: needed(firstScreens.login.modules),
    home: needed(firstScreens.home.modules),
    visitor: needed(visitor),
  }
}
