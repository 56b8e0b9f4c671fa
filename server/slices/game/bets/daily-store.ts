import { type Db, rawQuery, type Tx } from '../../../platform/database.ts'

/** How far a job is: days before `day` are done, and of `day` the members up to `after`. */
export interface Progress {
  /** YYYY-MM-DD */
  day: string
  /** Empty: no member of that day is done. */
  after: string
}

/**
 * A job's progress, locked until the transaction ends; a job that never ran is at the beginning of `first`.
 */
export async function lockProgress(tx: Tx, job: string, first: string): Promise<Progress> {
  await rawQuery(tx, 'insert into bet_day_jobs (job, day) values ($1, $2) on conflict do nothing', [
    job,
    first,
  ])
  const [row] = await rawQuery<Progress>(
    tx,
    'select day::text as day, after_member as after from bet_day_jobs where job = $1 for update',
    [job],
  )
  return row ?? { day: first, after: '' }
}

export async function moveProgress(tx: Tx, job: string, { day, after }: Progress): Promise<void> {
  await rawQuery(tx, 'update bet_day_jobs set day = $2, after_member = $3 where job = $1', [job, day, after])
}

/** The same, as it is at this moment; undefined: it never ran. */
export async function findProgress(db: Db, job: string): Promise<Progress | undefined> {
  const [row] = await rawQuery<Progress>(
    db,
    'select day::text as day, after_member as after from bet_day_jobs where job = $1',
    [job],
  )
  return row
}
