// npm start: builds what the browser needs, then becomes the server.

import { join } from 'node:path'
import { buildBrowserCode } from './builds.ts'
import { root, serverFlags } from './project.ts'

if (!(await buildBrowserCode())) process.exit(1)

// Replacing this process rather than starting another: signals and the exit code are the server's own, and
// nothing can be left behind.
process.execve?.(process.execPath, [process.execPath, ...serverFlags, join(root, 'server/app/main.ts')], {
  ...process.env,
  DEMO: process.env.DEMO ?? '1',
})
