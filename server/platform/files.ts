import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addSeconds, type Clock } from './clock.ts'

/**
 * Storage of uploaded files under names that the server chooses; people read them through signed links only.
 */
export interface Files {
  /** The folder of the files, for callers that send one in parts. */
  folder: string
  /**
   * Stores bytes under `name` (`slip/ab12.jpg`; letters, digits, `-`, `.`, `/`). They are on disk when it
   * resolves.
   */
  keep(name: string, bytes: Uint8Array): Promise<void>
  /** @returns undefined if there is no such file */
  read(name: string): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
  /** A path on this site that opens the file for anybody who has the link, for ten minutes. */
  link(name: string): string
  /** Whether the parts of a link have a right signature and have not expired. */
  isLinked(name: string, expires: string, signature: string): boolean
}

/**
 * Has the names in a folder written to the disk: a power cut would otherwise lose a file that is itself on
 * it.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const linkSeconds = 600
const sound = /^[a-z]+\/[A-Za-z0-9-]+\.[a-z0-9]+$/

/**
 * Stores files in a folder of this machine.
 * @param options.secrets the first one signs the links; one of any is right
 */
export function localFiles(options: {
  folder: string
  secrets: readonly [string, ...string[]]
  clock: Clock
}): Files {
  const { folder, secrets, clock } = options
  const place = (name: string): string => {
    if (!sound.test(name)) throw new TypeError(`not a file name: ${name}`)
    return join(folder, name)
  }
  const sign = (name: string, expires: string, secret = secrets[0]): Buffer =>
    createHmac('sha256', secret).update(`${name} ${expires}`).digest()

  return {
    folder,
    async keep(name, bytes) {
      const file = place(name)
      const made = await mkdir(dirname(file), { recursive: true })
      if (made !== undefined) await syncFolder(dirname(made))
      // Written under a temporary name first, so that a crash never leaves an incomplete file under the real
      // name.
      const handle = await open(`${file}.new`, 'w', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(`${file}.new`, file)
      await syncFolder(dirname(file))
    },
    async read(name) {
      try {
        return await readFile(place(name))
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (name) => rm(place(name), { force: true }),
    link(name) {
      place(name)
      const expires = String(Math.floor(addSeconds(clock.now(), linkSeconds).getTime() / 1000))
      return `/files/${name}?expires=${expires}&signature=${sign(name, expires).toString('base64url')}`
    },
    isLinked(name, expires, signature) {
      if (!sound.test(name) || !/^\d{1,12}$/.test(expires)) return false
      const given = Buffer.from(signature, 'base64url')
      const isRight = (expected: Buffer) =>
        given.length === expected.length && timingSafeEqual(given, expected)
      if (!secrets.some((secret) => isRight(sign(name, expires, secret)))) return false
      return clock.now().getTime() / 1000 <= Number(expires)
    },
  }
}
