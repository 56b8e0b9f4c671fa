// npm run dev: the server, restarted when its files change; the member app and the console with hot reload,
// which forward their calls to the server (vite.config.ts of each); and the sandbox's page, built again when
// it changes. Ctrl-C, or the end of one process, stops all. The log leaves out single calls; LOG_LEVEL=info
// shows them.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildBrowserCode } from './builds.ts'
import { root, tool } from './project.ts'
import { exitLike } from './run-child.mjs'
import { freePort } from './services.ts'

// Built first, because the server serves it itself from its first second.
if (!(await buildBrowserCode())) process.exit(1)

const serverPort = process.env.PORT ?? '8080'
const memberPort = await freePort(5173)
const consolePort = await freePort(5174)

const env = {
  LOG_LEVEL: 'warn',
  STRICT_CONTRACT: '1',
  ...process.env,
  DEMO: process.env.DEMO ?? '1',
  PORT: serverPort,
}
const quiet = ['--clearScreen', 'false', '--logLevel', 'warn']
const served = (port: number) => tool('vite', ...quiet, '--port', String(port), '--strictPort')
const children = [
  start([process.execPath, '--watch', '--watch-preserve-output', 'server/app/main.ts'], root),
  start(served(memberPort), join(root, 'member')),
  start(served(consolePort), join(root, 'console')),
  start(tool('vite', 'build', '--watch', ...quiet), join(root, 'sandbox/page')),
]

function start([file = '', ...args]: string[], cwd: string): ChildProcess {
  return spawn(file, args, { cwd, env, stdio: 'inherit' })
}

let stopping = false
const stopAll = (signal: NodeJS.Signals) => {
  stopping = true
  // In a terminal Ctrl-C reaches the child processes without our help.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of children) child.kill(signal)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopAll)

const ends = children.map(
  (child) =>
    new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
      child.on('exit', (code, signal) => resolve({ code, signal })),
    ),
)
const first = Promise.race(ends)
void sayWhere(first)
const ended = await first
if (!stopping) for (const child of children) child.kill('SIGTERM')
await Promise.all(ends)
exitLike(ended)

/** Prints the addresses of the apps once the server is ready. */
async function sayWhere(over: Promise<unknown>): Promise<void> {
  let isOver = false
  over.then(() => {
    isOver = true
  })
  const ready = () =>
    fetch(`http://localhost:${serverPort}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await ready())) {
    if (isOver) return
    await sleep(300)
  }
  console.log(`
  members  http://localhost:${memberPort}/
  console  http://localhost:${consolePort}/console/
  sandbox  http://localhost:${serverPort}/sandbox/

  What the server itself has at http://localhost:${serverPort}/ is as it was built just now, and does not reload.
`)
}
