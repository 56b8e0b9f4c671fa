import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import pg from 'pg'

/**
 * To which list a statement belongs: that of the flow that sends it, and none for jobs that run beside it.
 */
const flows = new AsyncLocalStorage<string[] | undefined>()
let handlersOwner: string[] | undefined
let isListening = false

function listen(): void {
  if (isListening) return
  isListening = true
  // A request comes over a socket, which begins a flow of its own: its handler belongs to the test that
  // counts meanwhile.
  tracingChannel('fastify.request.handler').start.bindStore(flows, () => handlersOwner)
  const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<unknown>
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    flows.getStore()?.push(typeof first === 'string' ? first : String((first as { text?: string }).text))
    return query.apply(this, given)
  } as typeof pg.Client.prototype.query
}

/**
 * The statements that `act` and the handlers of the calls that it makes send to PostgreSQL. Those of jobs and
 * of other nodes are not among them, nor are those that are sent once in two seconds or once for a
 * connection: the settings and the limits of time.
 */
export async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  listen()
  if (handlersOwner) throw new Error('two count the statements of handlers at once')
  const statements: string[] = []
  handlersOwner = statements
  try {
    await flows.run(statements, act)
  } finally {
    handlersOwner = undefined
  }
  return statements.filter((text) => !/ from settings\b|^set statement_timeout/.test(text))
}
