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

/**
 * The server of node-main.ts in a few files, because tests start hundreds of them: to load its thousand modules one
 * by one takes a second of the processor, to load these a quarter. It is made once per content of the sources.
 * @returns the file to start
 */
export const builtNode = (): Promise<string> => {
  built ??= build()
  return built
}
let built: Promise<string> | undefined

const entry = join(import.meta.dirname, 'node-main.ts')

/** Packages with machine code, threads or files of their own beside them are loaded from where they are. */
const unbundled = [
  '@electric-sql/pglite',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'pino',
  'sharp',
]

async function build(): Promise<string> {
  const folder = join(cache, `test-node-${contentHash()}`)
  const file = join(folder, 'node-main.js')
  if (existsSync(file)) return file
  return withLock(join(cache, 'test-node.lock'), async () => {
    if (existsSync(file)) return file
    removeOld()
    const partial = `${folder}.partial`
    rmSync(partial, { recursive: true, force: true })
    const bundle = await rolldown({
      input: entry,
      platform: 'node',
      external: unbundled.map((name) => new RegExp(`^${name}(-pretty|/|$)`)),
      plugins: [ownPlaces],
      logLevel: 'silent',
    })
    await bundle.write({ dir: partial, format: 'esm' })
    await bundle.close()
    renameSync(partial, folder)
    return file
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
  for (const name of readdirSync(cache).filter((one) => /^test-node-\w+$/.test(one))) {
    const folder = join(cache, name)
    if (Date.now() - statSync(folder).mtimeMs > 3_600_000) rmSync(folder, { recursive: true, force: true })
  }
}
