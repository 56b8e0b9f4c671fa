import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** Bank slips (rules.md §5.1). */
export async function mountSlips(_app: FastifyInstance, _context: Context): Promise<void> {}
