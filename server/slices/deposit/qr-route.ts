import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** QR codes of gateways (rules.md §5.3). */
export function mountQr(_app: FastifyInstance, _context: Context): void {}
