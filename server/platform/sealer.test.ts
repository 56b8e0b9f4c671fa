import { describe, expect, it } from 'vitest'
import { type Bound, createSealer } from './sealer.ts'

/** Secrets under one key, under two, and under another one. */

const [first, second, third] = ['1a'.repeat(32), '2b'.repeat(32), '3c'.repeat(32)]
const row = 'row:1' as Bound

describe('a sealer', () => {
  it.each([
    [[second, first], 'the other key sealed'],
    [[first, second], 'its own key sealed'],
  ] as const)('with two keys opens what %s', (keys, _) => {
    expect(createSealer(keys).open(createSealer([first]).seal('a secret', row), row)).toBe('a secret')
  })

  it('seals by the first of its keys, so that who has that one alone opens it', () => {
    const sealed = createSealer([second, first]).seal('a secret', row)
    expect(createSealer([second]).open(sealed, row)).toBe('a secret')
    expect(() => createSealer([first]).open(sealed, row)).toThrow()
  })

  it('seals anew what another of its keys sealed, and nothing else', () => {
    const sealer = createSealer([second, first])
    const sealed = createSealer([first]).seal('a secret', row)
    const anew = sealer.reseal(sealed, row) ?? ''
    expect(createSealer([second]).open(anew, row)).toBe('a secret')
    expect(sealer.reseal(anew, row)).toBeUndefined()
    expect(() => sealer.reseal(createSealer([third]).seal('a secret', row), row)).toThrow()
    expect(() => sealer.reseal(sealed, 'row:2')).toThrow()
  })

  it('opens neither a changed text nor a piece of one', () => {
    const sealer = createSealer([first, second])
    const sealed = sealer.seal('a secret', row)
    const bytes = Buffer.from(sealed, 'base64url')
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => sealer.open(changed.toString('base64url'), row)).toThrow()
    }
    for (let length = 0; length < bytes.length; length++)
      expect(() => sealer.open(bytes.subarray(0, length).toString('base64url'), row)).toThrow()
  })

  it('whose key was replaced seals nothing, and opens as before', () => {
    const sealed = createSealer([first]).seal('a secret', row)
    const sealer = createSealer([first], () => {
      throw new Error('replaced')
    })
    expect(() => sealer.seal('a secret', row)).toThrow('replaced')
    expect(sealer.open(sealed, row)).toBe('a secret')
  })
})
