import { postgres, redis } from '../../scripts/services.ts'
import { withDatabase } from '../database.ts'
import { aims } from './aims.ts'
import { runChat } from './run.ts'

/**
 * `npm run bench:chat`: the memory of the server for each open socket, and the time from sending a chat
 * message until its customer's socket has it, as JSON. BENCH_SOCKETS: sockets, 5,000 by default;
 * BENCH_PER_SECOND: messages, 200; BENCH_SECONDS: how long, 60. It uses a database of its own on the
 * PostgreSQL of the tests and drops it. It ends with 1 if a message was lost, doubled or refused, or came
 * later than the aim allows.
 */
const wanted = {
  sockets: Number(process.env.BENCH_SOCKETS ?? 5000),
  perSecond: Number(process.env.BENCH_PER_SECOND ?? 200),
  seconds: Number(process.env.BENCH_SECONDS ?? 60),
}

const [database, cache] = await Promise.all([postgres(), redis()])
try {
  const measured = await withDatabase(database.url, (url) => runChat({ url, redisUrl: cache.url }, wanted))
  const { failed, lost, doubled, p99 } = measured.messages
  const missed = [
    ...(failed > 0 ? [`${failed} messages were not accepted`] : []),
    ...(lost > 0 ? [`${lost} messages were lost`] : []),
    ...(doubled > 0 ? [`${doubled} messages came twice`] : []),
    ...(p99 <= aims.p99 ? [] : [`p99: ${p99} ms, aim ${aims.p99} ms`]),
  ]
  console.log(JSON.stringify({ ...measured, aims, missed }, null, 2))
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await Promise.all([database.stop(), cache.stop()])
}
