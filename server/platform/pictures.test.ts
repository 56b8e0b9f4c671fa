import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { cleanUnlessLarge } from './picture.ts'
import { cleanIn } from './pictures.ts'
import { createProcessPool, type ProcessPool, type Task } from './process-pool.ts'

/** Which place a picture is decoded in, and for how long (rules.md §5.1). */

const kept = { edge: 1600, type: 'jpeg', minEdge: 1 } as const

describe('a picture that takes longer than a place is there for', () => {
  const pool = createProcessPool({
    program: join(import.meta.dirname, 'testing/tasks.ts'),
    size: 1,
    nice: 0,
    order: { maxBytes: 300_000_000 },
  })
  afterAll(() => pool.close())

  /**
   * Cleans it with 900 ms of processor time, 300 of them in the usual place. @returns what it was given, too
   */
  async function cleanedIn(file: string) {
    const given: Pick<Task, 'cpuMs' | 'isHeavy'>[] = []
    const noting: ProcessPool = {
      ...pool,
      run(task) {
        given.push({ cpuMs: task.cpuMs, isHeavy: task.isHeavy ?? false })
        return pool.run(task)
      },
    }
    const budget = { cpuMs: 900, usualCpuMs: 300, level: 0 }
    return { cleaned: await cleanIn(noting, { file, kept, ...budget }), given }
  }
  const given = [
    { cpuMs: 300, isHeavy: false },
    { cpuMs: 600, isHeavy: true },
  ]

  it('goes on in the one for what takes long, with what is left of its time', async () => {
    expect(await cleanedIn('slow')).toMatchObject({ cleaned: { outcome: 'picture' }, given })
  })

  it('gains no time by that', async () => {
    expect(await cleanedIn('for ever')).toEqual({ cleaned: { outcome: 'wrong-size' }, given })
  })
})

describe('what takes long is known by the head of a picture', () => {
  const blank = (width: number, height: number, channels: 3 | 4 = 3) =>
    sharp({ create: { width, height, channels, background: '#888' } })
  const screenshot = [1440, 3200] as const
  it.each([
    ['a photograph of 12 million pixels', 'picture', blank(4000, 3000).jpeg()],
    ['the same one, saved to be seen early', 'large', blank(4000, 3000).jpeg({ progressive: true })],
    ['a screenshot', 'picture', blank(...screenshot, 4).png()],
    ['a screenshot as WebP', 'picture', blank(...screenshot).webp()],
    ['a PNG in layers', 'large', blank(...screenshot).png({ progressive: true })],
    [
      'a PNG of 16 bits a colour',
      'large',
      blank(...screenshot)
        .toColourspace('rgb16')
        .png(),
    ],
    ['a WebP of 12 million pixels', 'large', blank(4000, 3000).webp()],
  ])('%s: %s', async (name, outcome, picture) => {
    const file = join(tmpdir(), `krapao-picture-${process.pid}-${name.replaceAll(' ', '-')}`)
    await writeFile(file, await picture.toBuffer())
    expect(await cleanUnlessLarge(file, kept)).toMatchObject({ outcome })
    await rm(file)
  })
})
