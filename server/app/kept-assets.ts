import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Logger } from 'pino'

/**
 * The scripts, styles and letters of every release that was lately served, in the folder that all nodes
 * share. A page of one release finds its files where a node of another one answers, and after its own is
 * gone: while nodes are replaced one after the other, and on a page that stays open.
 */
const apps = ['member', 'console'] as const
type App = (typeof apps)[number]

/** Milliseconds since a release was last served, after which its files go. */
const keptMs = 30 * 86_400_000

/**
 * @param files the folder of all nodes @returns where an app's kept files are, with the folder `assets` in it
 */
export const keptFolder = (files: string, app: App): string => resolve(files, 'pages', app)

/** Milliseconds after which a node says again that it serves its release: much less than a month. */
const renewEveryMs = 86_400_000

/**
 * Keeps the files of this release now, and every day until `stopping`: the next release would else take the
 * files of pages that are open.
 * @returns when they are kept for the first time; a failure is logged
 */
export async function keepWhileServing(
  keepOwn: () => Promise<void>,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  const tried = () =>
    keepOwn().catch((error) =>
      log.warn({ err: error }, 'pages of this release may miss files while nodes of another one serve'),
    )
  const renewing = setInterval(tried, renewEveryMs)
  stopping.addEventListener('abort', () => clearInterval(renewing), { once: true })
  await tried()
}

/** Keeps the files of this release, and forgets those of releases that no node has served for a month. */
export async function keepAssets(pages: Record<App, string>, files: string, now = Date.now()): Promise<void> {
  for (const app of apps) {
    const [from, to] = [join(pages[app], 'assets'), join(keptFolder(files, app), 'assets')]
    await mkdir(to, { recursive: true })
    const names = await readdir(from).catch(() => [])
    for (const name of names) await keep(join(from, name), join(to, name), new Date(now))
    await forget(to, new Set(names), now - keptMs)
  }
}

/** A name has a hash of the content, so a file that is there is the same one. */
async function keep(from: string, to: string, now: Date): Promise<void> {
  if (!(await stat(to).catch(() => undefined))) {
    // Under a name of its own first: another node serves what is there, and may be copying the same file.
    const unfinished = `${to}.new-${randomUUID()}`
    await link(from, unfinished).catch(() => copyFile(from, unfinished))
    await rename(unfinished, to)
  }
  await utimes(to, now, now)
}

async function forget(folder: string, current: Set<string>, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (current.has(name)) continue
    const file = join(folder, name)
    const about = await stat(file).catch(() => undefined)
    if (about && about.mtimeMs < before) await rm(file, { force: true })
  }
}
