import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** Gift links (rules.md §5.4). */
export function mountGifts(_app: FastifyInstance, _context: Context): void {}
