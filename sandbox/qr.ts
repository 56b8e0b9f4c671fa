import type { FastifyInstance } from 'fastify'
import type { World } from './world.ts'

/** QR gateways, and a customer who pays (rules.md §15, §16). */
export function mountQr(_app: FastifyInstance, _world: World): void {}

export const qrTargets = new Map<string, readonly string[]>()
