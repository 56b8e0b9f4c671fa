import pg from 'pg'

/**
 * Runs `act` with the URL of an empty database on a PostgreSQL server, and drops the database afterwards.
 * @param server the URL of a database on the server whose user may create others
 */
export async function withDatabase<T>(server: string, act: (url: string) => Promise<T>): Promise<T> {
  const name = `krapao_bench_${process.pid}_${Date.now()}`
  await onServer(server, `create database ${name}`)
  try {
    return await act(Object.assign(new URL(server), { pathname: `/${name}` }).href)
  } finally {
    await onServer(server, `drop database if exists ${name} with (force)`)
  }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
