// npm start: builds the pages, then starts the server in its place.

import { join } from 'node:path'
import { buildBrowserCode } from './builds.ts'
import { cache, root, serverFlags } from './project.ts'

if (!(await buildBrowserCode())) process.exit(1)

// The server replaces this process instead of being its child: signals and the exit code are then the
// server's own, and no process can be left behind.
process.execve?.(process.execPath, [process.execPath, ...serverFlags, join(root, 'server/app/main.ts')], {
  ...process.env,
  // The next start reads what this one compiled, which spares it a third of its processor time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(cache, 'compiled'),
  DEMO: process.env.DEMO ?? '1',
})
