import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'
import { withLock } from '../../scripts/lock.mjs'
import { cache, root } from '../../scripts/project.ts'

/** The programs that tests start as processes of their own. */
const programs = {
  /** A node that can pause. */
  node: join(import.meta.dirname, 'node-main.ts'),
  /** The server as it is started for use. */
  server: join(import.meta.dirname, '../app/main.ts'),
  /** The sandbox as a server of its own. */
  sandbox: join(import.meta.dirname, '../app/sandbox.ts'),
  /** Nothing but a ledger, which posts until it is killed. */
  ledger: join(import.meta.dirname, '../ledger/testing/killed.ts'),
}
export type Program = keyof typeof programs

/**
 * A program in a few files, because tests start hundreds of them: to load the thousand modules of a server
 * one by one takes a second of the processor, to load these a quarter. All are made once per content of the
 * sources.
 * @returns the file to start
 */
export const builtProgram = async (program: Program): Promise<string> => {
  built ??= build()
  return join(await built, `${program}.js`)
}
let built: Promise<string> | undefined

/** Packages with machine code, threads or files of their own beside them are loaded from where they are. */
const unbundled = [
  '@electric-sql/pglite',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'pino',
  'sharp',
]

/** @returns the folder of the built programs */
async function build(): Promise<string> {
  const folder = join(cache, `test-node-${contentHash()}`)
  if (existsSync(folder)) return folder
  return withLock(join(cache, 'test-node.lock'), async () => {
    if (existsSync(folder)) return folder
    removeOld()
    const partial = `${folder}.partial`
    rmSync(partial, { recursive: true, force: true })
    const bundle = await rolldown({
      input: programs,
      platform: 'node',
      external: unbundled.map((name) => new RegExp(`^${name}(-pretty|/|$)`)),
      plugins: [ownPlaces],
      logLevel: 'silent',
    })
    await bundle.write({ dir: partial, format: 'esm' })
    await bundle.close()
    renameSync(partial, folder)
    return folder
  })
}

/** Modules find their files (migrations, threads, fonts) beside the source, as they do unbundled. */
const ownPlaces: Plugin = {
  name: 'own-places',
  transform: {
    filter: { code: /import\.meta\./, id: /^\// },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(`file://${id}`)),
  },
}

/** A name made from the content of everything that the server is made of. */
function contentHash(): string {
  const hash = createHash('sha256').update(root)
  const sources = globSync('{contract,sandbox,server}/**/*.{ts,mjs,json}', {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|page)$|\.test\.ts$/.test(name),
  })
  for (const file of ['package-lock.json', ...sources.sort()])
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

/** Removes what was made of other sources, unless it is so new that another run may be using it. */
function removeOld(): void {
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache).filter((file) => /^test-node-\w+$/.test(file))) {
    const folder = join(cache, name)
    if (Date.now() - statSync(folder).mtimeMs > 3_600_000) rmSync(folder, { recursive: true, force: true })
  }
}
