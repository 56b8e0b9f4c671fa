// Films a page: Chromium's own pictures of it, as often as something changes, cut to what is looked at and
// put together by ffmpeg.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import sharp from 'sharp'
import { ensure } from '../../scripts/debian.ts'
import { run } from '../../scripts/run-child.mjs'
import {
  density,
  page as filmed,
  heightOf,
  leftOf,
  picture,
  topView,
  type View,
  viewBetween,
} from './view.ts'

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

/** The camera turns to a view; `at` in seconds since 1970. */
interface Move {
  at: number
  seconds: number
  view: View
}

const now = () => Date.now() / 1000

export class Camera {
  private readonly folder = temporary()
  private readonly frames: Frame[] = []
  private readonly cuts: Cut[] = []
  private readonly moves: Move[] = []
  private readonly stored: Promise<void>[] = []
  private readonly start = now()
  private session: CDPSession | undefined

  /** Turns to a page: what happens on another one is not seen from now on. */
  async follow(page: Page, view = topView): Promise<void> {
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
    this.turnTo(view, 0)
    await session.send('Page.startScreencast', {
      ...{ format: 'jpeg', quality: 95 },
      ...{ maxWidth: filmed.width * density, maxHeight: filmed.height * density },
    })
  }

  /** The view that the camera has, or is on its way to. */
  get view(): View {
    return this.moves.at(-1)?.view ?? topView
  }

  /** Turns to another part of the page, within so many seconds of the film. */
  turnTo(view: View, seconds: number): void {
    this.moves.push({ at: now(), seconds, view })
  }

  /**
   * Leaves out of the film what goes on beyond `kept` seconds, because a viewer needs not wait as long as a
   * busy machine takes.
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

  /** What is looked at, at a second of the film. */
  private viewAt(second: number): View {
    const at = this.moves.findLastIndex((move) => this.timeOf(move.at) <= second)
    const move = this.moves[at]
    if (!move) return topView
    const since = second - this.timeOf(move.at)
    if (since >= move.seconds) return move.view
    return viewBetween(this.moves[at - 1]?.view ?? topView, move.view, since / move.seconds)
  }

  /**
   * Ends the film and writes it as H.264 that every phone decodes, its index first, so that it starts at
   * once.
   * @param steps the seconds to which a viewer can jump, each with a key frame
   */
  async develop(file: string, steps: number[]): Promise<void> {
    const end = this.time()
    await this.session?.send('Page.stopScreencast').catch(() => {})
    await Promise.all(this.stored)
    const list = join(this.folder, 'list.txt')
    writeFileSync(list, await this.pictures(end))
    await ffmpeg(
      ...['-f', 'concat', '-safe', '0', '-i', list],
      '-vf',
      `fps=${framesPerSecond},scale=out_range=tv,format=yuv420p`,
      ...['-c:v', 'libx264', '-profile:v', 'baseline', '-level', '3.1', '-preset', 'veryslow', '-crf', '30'],
      // Besides the steps, a key frame every ten seconds.
      ...['-g', String(framesPerSecond * 10), '-force_key_frames', steps.join(',')],
      ...['-movflags', '+faststart', '-an', '-t', end.toFixed(3)],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', file],
    )
  }

  /** Draws each picture of the film once. @returns how long each is shown, as ffmpeg reads it */
  private async pictures(end: number): Promise<string> {
    const shown = this.frames.map(({ file, at }) => ({ file, at: this.timeOf(at) }))
    const lines: string[] = []
    let last = ''
    let lasts = 0
    for (let number = 0; number < end * framesPerSecond; number++) {
      const second = number / framesPerSecond
      // The first frame is there from the beginning.
      const frame = shown.findLast(({ at }) => at <= second) ?? shown[0]
      if (!frame) throw new Error('the page was never drawn')
      const view = this.viewAt(second)
      const what = JSON.stringify([frame.file, view])
      if (what !== last) {
        if (lasts > 0) lines.push(`duration ${(lasts / framesPerSecond).toFixed(4)}`)
        const file = join(this.folder, `shown-${number}.jpg`)
        await draw(frame.file, view, file)
        lines.push(`file '${file}'`)
        ;[last, lasts] = [what, 0]
      }
      lasts++
    }
    // The last picture twice: its duration counts only if another one follows.
    return [...lines, `duration ${(lasts / framesPerSecond).toFixed(4)}`, lines.at(-1), ''].join('\n')
  }
}

async function draw(frame: string, view: View, file: string): Promise<void> {
  const onScreen = (length: number) => Math.round(length * density)
  await sharp(frame)
    .extract({
      left: onScreen(leftOf(view)),
      top: onScreen(view.top),
      width: Math.floor(view.width * density),
      height: Math.floor(heightOf(view) * density),
    })
    .resize({ ...picture, fit: 'fill' })
    .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
    .toFile(file)
}

/** Writes a screenshot of what `topView` shows as WebP. */
export async function writePoster(screenshot: Buffer, file: string): Promise<void> {
  await sharp(screenshot)
    .resize({ ...picture, fit: 'fill' })
    .webp({ quality: 78 })
    .toFile(file)
}

async function ffmpeg(...args: string[]): Promise<void> {
  const ended = await run([await ensure('ffmpeg'), '-y', '-v', 'error', ...args])
  if (ended.code !== 0) throw new Error(`ffmpeg ended with ${ended.code}`)
}
