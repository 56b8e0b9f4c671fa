// The pictures of a stop.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Member } from '../testing/member.ts'
import type { Operator } from '../testing/operator.ts'
import { test } from '../testing/test.ts'
import { type Stop, settled } from './stops.ts'

const folder = process.env.TOUR_FOLDER ?? ''
/** Parts of the names of the wanted stops; all without any. */
export const wanted = (process.env.TOUR_STOPS ?? '').split(' ').filter(Boolean)

export const chosen = <Person>(stops: Stop<Person>[], ending = '') =>
  stops.filter(({ name }) => wanted.length === 0 || wanted.some((part) => `${name}${ending}`.includes(part)))

/**
 * Opens a page and takes its pictures. A page that cannot be opened fails at the end, and the walk goes on.
 */
export async function visit<Person extends Member | Operator>(
  person: Person,
  width: string,
  { name, path, open, isSheet }: Stop<Person>,
): Promise<void> {
  const { page, language } = person
  await test.step(name, async () => {
    const problem = await page
      .goto(path)
      .then(() => open?.(person))
      .then(() => undefined)
      .catch((error: Error) => error.message)
    if (!name.endsWith('-loading')) await settled(person).catch(() => {})
    const place = join(folder, name)
    mkdirSync(place, { recursive: true })
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.screenshot({
        path: join(place, `${language}-${width}-${scheme}.png`),
        fullPage: !isSheet,
        animations: 'disabled',
      })
    }
    await page.emulateMedia({ colorScheme: 'light' })
    test.expect.soft(problem, name).toBeUndefined()
  })
}
