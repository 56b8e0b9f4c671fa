import { expect, it } from 'vitest'
import { isFromElsewhere } from './share-sender.ts'

/** Who may put a picture into the sheet for slips (rules.md §5.1). */

const own = 'https://wallet.example'
it.each<[string, string | undefined, string, boolean]>([
  ['the system, which names nobody', undefined, '', false],
  ['the system, as browsers write it', 'null', 'about:client', false],
  ['a page of this app', own, `${own}/user/home`, false],
  ['a page of another site', 'https://evil.example', 'https://evil.example/', true],
  ['one that hides its address, not its origin', 'https://evil.example', '', true],
  ['one that is known by its address only', undefined, 'https://evil.example/slip', true],
  ['one whose name begins like ours', undefined, 'https://wallet.example.evil.example/', true],
  ['another port of this machine', 'https://wallet.example:8443', '', true],
])('%s', (_, origin, referrer, elsewhere) => {
  const headers = new Headers(origin === undefined ? {} : { origin })
  expect(isFromElsewhere({ referrer, headers }, own)).toBe(elsewhere)
})
