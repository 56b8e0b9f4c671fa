import { expect, test } from 'vitest'
import { runChaos } from './chaos.ts'

const seconds = 60

test(`${seconds} s of faults on two nodes: no money is lost, doubled or invented, and each key has one answer`, async () => {
  const seed = Date.now() % 1_000_000
  const { violations } = await runChaos({ seconds, seed, members: 8, actors: 5 })
  expect({ seed, violations }).toEqual({ seed, violations: [] })
}, 900_000)
