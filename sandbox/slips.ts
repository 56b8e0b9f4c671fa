import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

/** The slip verifier, and the pictures of slips (rules.md §15, §16). */
export function mountSlips(_app: FastifyInstance, _world: World): void {}

export const slipsTargets = new Map<string, readonly string[]>()
