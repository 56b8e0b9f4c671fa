import { expect, it } from 'vitest'
import { newKey } from './key.ts'

it('keys are long and all different', () => {
  const keys = new Set(Array.from({ length: 100 }, newKey))
  expect(keys.size).toBe(100)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})
