// Builds the browser's files with Vite, and only if one of their inputs has changed.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { cache, root, tool } from './project.ts'
import { run } from './run-child.mjs'

/** One page application: Vite builds `folder` into `folder/dist` when an input has changed. */
type Build = { name: string; folder: string; inputs: string[] }

const builds: Build[] = [
  {
    name: 'member',
    folder: 'member',
    inputs: [
      'member',
      'web',
      'contract',
      'scripts/error-texts.ts',
      'scripts/chat-script.ts',
      'scripts/first-files.ts',
      'scripts/first-modules.ts',
      'scripts/worker-script.ts',
    ],
  },
  { name: 'console', folder: 'console', inputs: ['console', 'web', 'contract'] },
  {
    name: 'sandbox',
    folder: 'sandbox/page',
    inputs: ['sandbox/page', 'sandbox/fault-names.ts', 'sandbox/odds.ts', 'web', 'contract'],
  },
]
const inputsOfAll = ['package.json', 'package-lock.json', 'scripts/builds.ts']

/** The folders of the page applications that exist. */
export const pageFolders = () => present().map(({ folder }) => folder)

/**
 * Builds the pages that are missing or out of date. @returns false if a build failed; Vite has then printed
 * why
 */
export async function buildBrowserCode(): Promise<boolean> {
  if (present().every(isFresh)) return true
  return await withLock(join(cache, 'build.lock'), async () => {
    let right = true
    for (const build of present()) {
      if (isFresh(build)) continue
      console.log(`Building ${build.name} …`)
      const digest = digestOf(build) // before the build: a file saved meanwhile makes the next one build again
      rmSync(stampOf(build), { force: true })
      // In the app's own folder, where its configuration and the tools that it names look for their files.
      const ended = await run(tool('vite', 'build', '--logLevel', 'warn'), {
        cwd: join(root, build.folder),
        // Also when a test asks for the build: with another value React would be its development version.
        env: { ...process.env, NODE_ENV: 'production' },
      })
      if (ended.code === 0) writeFileSync(stampOf(build), digest)
      else right = false
    }
    return right
  })
}

const present = () => builds.filter(({ folder }) => existsSync(join(root, folder, 'vite.config.ts')))

const stampOf = (build: Build) => join(cache, `build-${build.name}`)

function isFresh(build: Build) {
  return (
    existsSync(stampOf(build)) &&
    existsSync(join(root, build.folder, 'dist', 'index.html')) &&
    readFileSync(stampOf(build), 'utf8') === digestOf(build)
  )
}

function digestOf(build: Build) {
  const hash = createHash('sha256')
  for (const input of [...inputsOfAll, ...build.inputs]) {
    for (const file of filesIn(input)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/** The files below a path of the repository, without tests and outputs, always in the same order. */
function filesIn(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return /\.(test|bench)\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(join(root, path))
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
