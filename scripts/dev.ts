// npm run dev: the server, restarted when its files change, and the member app (port 5173) and the console (5174) with
// hot reload, which pass their calls on to the server (vite.config.ts of each). Ctrl-C, or the end of one, stops all.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root, tool } from './project.ts'
import { exitLike } from './run-child.mjs'

const env = { ...process.env, DEMO: process.env.DEMO ?? '1' }
const children = [
  start([process.execPath, '--watch', '--watch-preserve-output', 'server/app/main.ts'], root),
  start(tool('vite', '--clearScreen', 'false'), join(root, 'member')),
  start(tool('vite', '--clearScreen', 'false'), join(root, 'console')),
]

function start([file = '', ...args]: string[], cwd: string) {
  return spawn(file, args, { cwd, env, stdio: 'inherit' })
}

let stopping = false
const stopAll = (signal: NodeJS.Signals) => {
  stopping = true
  // In a terminal Ctrl-C reaches the children by itself.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of children) child.kill(signal)
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopAll)

const ends = children.map(
  (child) =>
    new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
      child.on('exit', (code, signal) => resolve({ code, signal })),
    ),
)
const first = await Promise.race(ends)
if (!stopping) for (const child of children) child.kill('SIGTERM')
await Promise.all(ends)
exitLike(first)
