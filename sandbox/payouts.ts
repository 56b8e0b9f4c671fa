import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

/** The bank that pays withdrawals out (rules.md §6.3, §16). */
export function mountPayouts(_app: FastifyInstance, _world: World): void {}

export const payoutsTargets = new Map<string, readonly string[]>()
