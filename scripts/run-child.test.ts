import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** A process that runs `child` (JavaScript) by `run()`, then prints "after" and exits as the child did. */
function parent(child: string) {
  const program = `
    import { exitLike, run } from ${JSON.stringify(join(import.meta.dirname, 'run-child.mjs'))}
    const ended = await run([process.execPath, '-e', ${JSON.stringify(child)}])
    console.log('after')
    exitLike(ended)`
  const started = spawn(process.execPath, ['--input-type=module', '-e', program])
  let output = ''
  started.stdout.on('data', (data) => {
    output += data
  })
  const ended = once(started, 'close').then(([code]) => ({ code, output }))
  return { started, ended }
}

const waiting = (signal: NodeJS.Signals, then: string) =>
  `process.on('${signal}', () => { ${then} }); setInterval(() => {}, 1000); console.log('up')`

it.each([
  ['a code', 'process.exit(7)', 7],
  ['no failure', '', 0],
  ['a kill', `process.kill(process.pid, 'SIGKILL')`, 137],
])('ends as the child: %s', async (_, child, code) => {
  expect(await parent(child).ended).toEqual({ code, output: 'after\n' })
})

it.each([
  ['SIGTERM', 'process.exit(0)', 0],
  ['SIGINT', 'process.exit(3)', 3],
  ['SIGHUP', 'process.exit(4)', 4],
] as const)('passes %s on, and does nothing else after it', async (signal, then, code) => {
  const { started, ended } = parent(waiting(signal, then))
  await once(started.stdout, 'data')
  started.kill(signal)
  expect(await ended).toEqual({ code, output: 'up\n' })
})

it('exits with 128 + signal when a signal kills the child', async () => {
  const { started, ended } = parent(`setInterval(() => {}, 1000); console.log('up')`)
  await once(started.stdout, 'data')
  started.kill('SIGTERM')
  expect(await ended).toEqual({ code: 143, output: 'up\n' })
})
