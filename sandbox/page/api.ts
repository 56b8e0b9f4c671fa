/** The sandbox refused a call, or did not answer (status 0). `message` is its word for why. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * One call of /sandbox/api. @throws Refused
 * @param options.ticket the entrance of a game, where the call needs one
 */
export async function call<Answer>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  { body, ticket }: { body?: object; ticket?: string } = {},
): Promise<Answer> {
  let response: Response
  let value: unknown
  try {
    response = await fetch(`/sandbox/api/${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(ticket && { authorization: `Bearer ${ticket}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    value = await response.json()
  } catch {
    throw new Refused(0, 'NO_ANSWER')
  }
  if (!response.ok) throw new Refused(response.status, (value as { message?: string }).message ?? '')
  return value as Answer
}
