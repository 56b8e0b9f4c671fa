import { type Database, type Db, rawQuery } from './database.ts'

/**
 * Each connection has to be a session of its own from its beginning to its end: it keeps limits of time,
 * prepared statements and the lock of migrations. A pooler that hands a session on after each statement or
 * transaction would give them to another client. Two connections that are open at once tell: with such a
 * pooler one session answers both, or another one answers the first while the second has a transaction open.
 * @param name of the setting that has the address, for the message
 * @throws Error if connections share sessions; the message says what to do
 */
export async function requireSessions({ engine, db }: Database, name: string): Promise<void> {
  if (engine !== 'postgres') return
  const isShared = await db
    .connection()
    .execute((connection) => db.connection().execute((other) => shareSessions(connection, other)))
  if (!isShared) return
  throw new Error(
    `  ${name} leads to a pooler that does not keep sessions. Set it to session mode (pool_mode = session in PgBouncer), or name PostgreSQL itself.`,
  )
}

async function shareSessions(connection: Db, other: Db): Promise<boolean> {
  const before = await sessionOf(connection)
  // Before a transaction is begun, which a pooler that hands on after each statement refuses.
  if ((await sessionOf(other)) === before) return true
  await rawQuery(other, 'begin')
  try {
    return (await sessionOf(other)) === before || (await sessionOf(connection)) !== before
  } finally {
    await rawQuery(other, 'rollback')
  }
}

async function sessionOf(connection: Db): Promise<number | undefined> {
  const [row] = await rawQuery<{ id: number }>(connection, 'select pg_backend_pid() as id')
  return row?.id
}
