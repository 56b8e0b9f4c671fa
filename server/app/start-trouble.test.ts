import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { expectFreePort, reasonOf } from './start-trouble.ts'

/** What keeps a server from starting, and what the person who starts it reads. */

test.each([
  [new Error('a text'), 'a text'],
  // As PGlite throws it when the disk is full.
  [{ name: 'ErrnoError', errno: 51 }, /error 51 .* is the disk of DATA_DIR full\?/],
  [Object.assign(new Error(''), { errno: 51 }), /is the disk of DATA_DIR full\?/],
  [undefined, /The reason is unknown/],
  ['thrown', /The reason is unknown: "thrown"/],
])('%o has a reason', (error, reason) => {
  expect(reasonOf(error)).toMatch(reason)
})

test('a port that is taken is noticed, and what to set is said', async () => {
  const taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  const { port } = taken.address() as { port: number }
  await expect(expectFreePort({ PORT: port, HOST: '127.0.0.1' })).rejects.toThrow(
    `Port ${port} at 127.0.0.1 is in use by another program. Set PORT to another one.`,
  )
  await expect(expectFreePort({ PORT: 0, HOST: '127.0.0.1' })).resolves.toBeUndefined()
  await expect(expectFreePort({ PORT: port, HOST: '192.0.2.1' })).rejects.toThrow(/Set HOST to one that is/)
  taken.close()
  await once(taken, 'close')
  await expect(expectFreePort({ PORT: port, HOST: '127.0.0.1' })).resolves.toBeUndefined()
})
