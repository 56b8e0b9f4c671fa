import { expect, test } from 'vitest'
import { byDepth } from '../depth.ts'
import { runChaos } from './chaos.ts'

/** In either case each fault occurs. */
const seconds = byDepth({ usual: 20, deep: 60 })
const restMs = byDepth<[number, number]>({ usual: [100, 600], deep: [300, 2500] })

test(`${seconds} s of faults on two nodes: no money is lost, doubled or invented, and each key has one answer`, async () => {
  const seed = Date.now() % 1_000_000
  const { violations } = await runChaos({ seconds, seed, members: 8, actors: 5, restMs })
  expect({ seed, violations }).toEqual({ seed, violations: [] })
}, 900_000)
