import { requestedWith } from '@krapao/contract/limits.ts'

/**
 * A call of the server or the sandbox, as an app would make it.
 * @param unless codes of failures that are answered like successes: a start that was interrupted has done it
 *   already
 * @throws if it fails otherwise
 */
export async function call(
  address: string,
  method: string,
  path: string,
  {
    token,
    idempotencyKey,
    body,
    form,
    unless = [],
  }: { token?: string; idempotencyKey?: string; body?: object; form?: FormData; unless?: string[] },
): Promise<unknown> {
  const response = await fetch(address + path, {
    method,
    headers: {
      'x-requested-with': requestedWith,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  })
  const answer = (await response.json()) as { message?: string }
  if (!response.ok && !unless.includes(answer.message ?? '')) {
    throw new Error(`demo world: ${method} ${path} answered ${response.status} ${JSON.stringify(answer)}`)
  }
  return answer
}
