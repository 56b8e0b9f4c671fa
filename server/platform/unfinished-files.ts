import { randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new path in the temp folder for an upload while it is received. */
export const receivingPath = (): string => join(tmpdir(), `krapao-slip-${randomBytes(12).toString('hex')}`)

const received = /^krapao-slip-[0-9a-f]{24}$/
/** Temporary names of `localFiles` (files.ts). */
const kept = /^[A-Za-z0-9-]+\.[a-z0-9]+\.new$/
/**
 * Milliseconds; longer than an upload may last, so that files which another node is receiving are left alone.
 */
const old = 3_600_000

/**
 * Deletes the incomplete files of a process that was killed while it received a picture: only plain files
 * that belong to the server's own user and have names that only the server gives.
 * @param folder the folder of `localFiles`
 * @returns the number of deleted files
 */
export async function sweepUnfinished(folder: string): Promise<number> {
  const rooms = (await list(folder)).map((room) => join(folder, room))
  const found = [
    ...(await leftIn(tmpdir(), received)),
    ...(await Promise.all(rooms.map((room) => leftIn(room, kept)))).flat(),
  ]
  for (const file of found) await rm(file, { force: true })
  return found.length
}

async function leftIn(folder: string, pattern: RegExp): Promise<string[]> {
  const left: string[] = []
  for (const name of (await list(folder)).filter((file) => pattern.test(file))) {
    const file = join(folder, name)
    const about = await lstat(file).catch(() => undefined)
    if (!about?.isFile() || about.uid !== process.getuid?.()) continue
    if (about.mtimeMs < Date.now() - old) left.push(file)
  }
  return left
}

const list = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
