import type { FastifyRequest } from 'fastify'
import type { OperatorCaller } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Context } from '../context.ts'

export async function admitOperator(_context: Context, _request: FastifyRequest): Promise<OperatorCaller> {
  throw new Refusal('invalid-token')
}
