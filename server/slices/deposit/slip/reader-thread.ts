import { parentPort } from 'node:worker_threads'
import { scanSlip } from './scan.ts'

/** The thread of reader.ts: a picture comes in, what its mini-QR says goes out. */
parentPort?.on('message', async (jpeg: Uint8Array) => {
  try {
    parentPort?.postMessage({ scan: await scanSlip(jpeg) })
  } catch (error) {
    parentPort?.postMessage({ error: String(error) })
  }
})
