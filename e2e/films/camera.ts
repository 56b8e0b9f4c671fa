// Films a page: Chromium's own pictures of it, as often as something changes, put together by ffmpeg.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { ensure } from '../../scripts/debian.ts'
import { run } from '../../scripts/run-child.mjs'

/** Both in pixels, even as H.264 wants them. */
export const size = { width: 390, height: 844 }
const framesPerSecond = 15

/** A folder that goes with the run, also when a film fails half-way. */
const temporary = () => mkdtempSync(join(process.env.E2E_FOLDER ?? tmpdir(), 'film-'))

interface Frame {
  file: string
  /** Seconds since 1970. */
  at: number
}

/** What the film leaves out, in seconds since 1970. */
interface Cut {
  from: number
  to: number
}

const now = () => Date.now() / 1000

export class Camera {
  private readonly folder = temporary()
  private readonly frames: Frame[] = []
  private readonly cuts: Cut[] = []
  private readonly stored: Promise<void>[] = []
  private readonly start = now()
  private session: CDPSession | undefined

  /** Turns to a page: what happens on another one is not seen from now on. */
  async follow(page: Page): Promise<void> {
    await this.session?.send('Page.stopScreencast').catch(() => {})
    const session = await page.context().newCDPSession(page)
    this.session = session
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
      if (this.session !== session) return
      const file = join(this.folder, `${this.frames.length}.jpg`)
      this.frames.push({ file, at: metadata.timestamp ?? now() })
      this.stored.push(writeFile(file, Buffer.from(data, 'base64')))
    })
    const { width: maxWidth, height: maxHeight } = size
    await session.send('Page.startScreencast', { format: 'jpeg', quality: 95, maxWidth, maxHeight })
  }

  /**
   * Leaves out of the film what goes on beyond `kept` seconds, because a viewer needs not wait as long as a busy machine
   * takes.
   */
  async cut<Result>(doing: Promise<Result>, kept = 0): Promise<Result> {
    const from = now() + kept
    const result = await doing
    const to = now()
    if (to > from) this.cuts.push({ from, to })
    return result
  }

  /** Seconds of the film until now. */
  time(): number {
    return this.timeOf(now())
  }

  private timeOf(moment: number): number {
    const left = this.cuts.map(({ from, to }) => Math.max(0, Math.min(to, moment) - from))
    return Math.max(0, moment - this.start - left.reduce((sum, one) => sum + one, 0))
  }

  /** Ends the film and writes it as H.264 that every phone decodes, its index first, so that it starts at once. */
  async develop(file: string): Promise<void> {
    const end = this.time()
    await this.session?.send('Page.stopScreencast').catch(() => {})
    await Promise.all(this.stored)
    const shown = this.frames.map((frame) => ({ ...frame, at: this.timeOf(frame.at) }))
    // The first frame is there from the beginning.
    const lines = shown.flatMap((frame, index) => {
      const until = shown[index + 1]?.at ?? end
      const lasts = until - (index === 0 ? 0 : frame.at)
      return lasts > 0 ? [`file '${frame.file}'`, `duration ${lasts.toFixed(4)}`] : []
    })
    const list = join(this.folder, 'list.txt')
    // The last picture twice: its duration counts only if another one follows.
    writeFileSync(list, [...lines, lines.at(-2), ''].join('\n'))
    await ffmpeg(
      ...['-f', 'concat', '-safe', '0', '-i', list],
      '-vf',
      `fps=${framesPerSecond},scale=${size.width}:${size.height}:out_range=tv,format=yuv420p`,
      ...['-c:v', 'libx264', '-profile:v', 'baseline', '-level', '3.1', '-preset', 'slow', '-crf', '27'],
      // A key frame every four seconds, to which a viewer can jump.
      ...['-g', String(framesPerSecond * 4), '-movflags', '+faststart', '-an', '-t', end.toFixed(3)],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', file],
    )
  }
}

/** Writes a picture as WebP. */
export async function writePoster(picture: Buffer, file: string): Promise<void> {
  const raw = join(temporary(), 'poster.png')
  writeFileSync(raw, picture)
  await ffmpeg('-i', raw, '-c:v', 'libwebp', '-quality', '78', '-map_metadata', '-1', file)
}

async function ffmpeg(...args: string[]): Promise<void> {
  const ended = await run([await ensure('ffmpeg'), '-y', '-v', 'error', ...args])
  if (ended.code !== 0) throw new Error(`ffmpeg ended with ${ended.code}`)
}
