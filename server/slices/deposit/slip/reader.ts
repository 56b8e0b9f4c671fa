import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Scan } from './scan.ts'

/** Milliseconds after which a picture counts as one that cannot be read: far beyond what the hardest takes. */
const longest = 20_000

/** The node is closing: nothing is wrong with the picture. */
export class ReaderClosed extends Error {}

/** Reads mini-QRs on a thread of its own, one picture after the other, so that requests are never kept waiting. */
export interface SlipReader {
  /**
   * @param jpeg of `cleanPicture`
   * @throws ReaderClosed; another error when the thread died over it or took too long: the next picture gets a new one
   */
  scan(jpeg: Uint8Array): Promise<Scan>
  /** Reads no further picture. */
  close(): Promise<void>
}

export function createSlipReader(): SlipReader {
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function start(): Worker {
    const started = new Worker(join(import.meta.dirname, 'reader-thread.ts'), { execArgv: [] })
    started.unref()
    started.on('error', () => {})
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  async function scanNow(jpeg: Uint8Array): Promise<Scan> {
    if (isClosed) throw new ReaderClosed()
    worker ??= start()
    const reading = worker
    try {
      return await new Promise<Scan>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('reading a slip took too long')), longest)
        const end = () => {
          clearTimeout(timer)
          reading.off('message', answered).off('exit', died)
        }
        const answered = (answer: { scan?: Scan; error?: string }) => {
          // Under `node --watch` a thread also sends its parent the files that it loads.
          if (!answer.scan && answer.error === undefined) return
          end()
          if (answer.scan) resolve(answer.scan)
          else reject(new Error(answer.error))
        }
        const died = () => {
          end()
          reject(isClosed ? new ReaderClosed() : new Error('the reader of slips died'))
        }
        reading.on('message', answered).on('exit', died)
        reading.postMessage(jpeg)
      })
    } catch (error) {
      worker = undefined
      await reading.terminate()
      throw error
    }
  }

  return {
    scan(jpeg) {
      const scan = last.then(() => scanNow(jpeg))
      last = scan.catch(() => {})
      return scan
    },
    async close() {
      isClosed = true
      await worker?.terminate()
      await last
    },
  }
}
