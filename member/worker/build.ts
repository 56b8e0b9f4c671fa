import type { Files } from '../../scripts/worker-script.ts'

/** Put in when it is built (scripts/worker-script.ts): addresses of the release's files. */
declare const __FILES__: Files
export const files = __FILES__

/**
 * What the server knows (server/app/worker.ts). `version` changes with the page: with each release and brand.
 */
declare const page: { version: string }
export const pageVersion = page.version
