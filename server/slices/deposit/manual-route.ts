import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** Announced deposits (rules.md §5.5). */
export function mountManual(_app: FastifyInstance, _context: Context): void {}
