import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * People press by place: of two buttons the primary one is the last, which is right or lowest (`ButtonPair`).
 */
it('in no pair of buttons does a quiet one come after the primary one', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('{app,frame,slices,ui}/**/*.tsx', { cwd: root })
  const pairs = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/<ButtonPair[^>]*>(.*?)<\/ButtonPair>/gs)].map(
      ([, inside = '']) => ({ file, looks: looksIn(inside) }),
    ),
  )
  expect(pairs.length).toBeGreaterThan(10)
  expect(pairs.filter(({ looks }) => /primary,.*(quiet|plain)|changing,changing/.test(looks.join()))).toEqual(
    [],
  )
})

/** `changing`: sometimes the primary one and sometimes not, so that it would have to change its place. */
const looksIn = (source: string): string[] =>
  [...source.matchAll(/<(?:Button|button)\b((?:=>|[^>])*)/g)].map(([, attributes = '']) => {
    const [, look, chosen = ''] = /\blook=(?:"(\w+)"|\{([^}]*))/.exec(attributes) ?? []
    return look ?? (/quiet|plain/.test(chosen) ? 'changing' : 'primary')
  })
