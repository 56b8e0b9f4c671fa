import { describe, expect, it } from 'vitest'
import { isStorable, storable, storableJson, unstorableIn } from './storable.ts'

const high = '\ud83d'
const low = '\udc00'

describe('a text that can be stored', () => {
  it.each([
    ['', true],
    ['สวัสดี 😀', true],
    ['\ufffd\n\u200b', true],
    [`x${high}`, false],
    [`a${low}b`, false],
    [`${low}${high}`, false],
    ['a\0b', false],
  ])('%j: %s', (text, is) => {
    expect(isStorable(text)).toBe(is)
    expect(isStorable(storable(text))).toBe(true)
    if (is) expect(storable(text)).toBe(text)
  })

  it('has U+FFFD for each sign that cannot be stored, and nothing else is changed', () => {
    expect(storable(`ก${high}ข\0ค😀`)).toBe('ก\ufffdข\ufffdค😀')
  })

  it('is cut between signs, never within one', () => {
    expect(storable('a😀b', 2)).toBe('a😀')
    expect(storable('a😀b', 3)).toBe('a😀b')
    expect(storable('😀'.repeat(300), 200)).toBe('😀'.repeat(200))
  })
})

describe('in JSON', () => {
  const value = () => ({ a: [`x${high}`, { 'b\0': 'ok', c: 1, d: null }], e: 'ok', [`f${low}`]: '\0' })

  it('texts and names of fields are found wherever they are', () => {
    expect(unstorableIn(value()).sort()).toEqual(['', '/a/0', '/a/1'])
    expect(unstorableIn('\0')).toEqual([''])
    expect([null, 1, true, undefined, {}, [], 'ok'].flatMap(unstorableIn)).toEqual([])
  })

  it('they are replaced wherever they are', () => {
    const sound = storableJson(value())
    expect(sound).toEqual({
      a: ['x\ufffd', { 'b\ufffd': 'ok', c: 1, d: null }],
      e: 'ok',
      'f\ufffd': '\ufffd',
    })
    expect(unstorableIn(sound)).toEqual([])
    expect(storableJson(`x${high}`)).toBe('x\ufffd')
  })

  it('however deep it is', () => {
    const deep = (inner: string) =>
      JSON.parse(`${'['.repeat(100_000)}${JSON.stringify(inner)}${']'.repeat(100_000)}`)
    expect(unstorableIn(deep('\0'))).toHaveLength(1)
    expect(unstorableIn(storableJson(deep('\0')))).toEqual([])
  })
})
