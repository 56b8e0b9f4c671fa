import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

/** Gift links and their maker (rules.md §15, §16). */
export function mountGifts(_app: FastifyInstance, _world: World): void {}

export const giftsTargets = new Map<string, readonly string[]>()
