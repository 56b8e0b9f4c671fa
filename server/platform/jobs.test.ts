import { pino } from 'pino'
import { expect, it } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { createJobs } from './jobs.ts'

it('a sweep that is at work when it has to stop ends with that work, however long its pause is', async () => {
  const database = await testDatabase('postgres', { max: 1 })
  const jobs = createJobs(database, pino({ level: 'silent' }))
  let ends = () => {}
  let runs = 0
  const begun = new Promise<void>((begin) =>
    jobs.sweep('long', 3600, () => {
      runs++
      begin()
      return new Promise((end) => {
        ends = end
      })
    }),
  )
  await jobs.start()
  await begun
  const stopped = jobs.stop()
  ends()
  await stopped
  expect(runs).toBe(1)
  await database.drop()
})

it('a job of the queue that fails is logged with its name and counted, and counted when it is well again', async () => {
  const database = await testDatabase('postgres', { max: 2 })
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
  const jobs = createJobs(database, log)
  let isBroken = true
  await jobs.cron('nightly', '0 4 29 2 *', async () => {
    if (isBroken) throw new Error('out of order')
  })
  jobs.sweep('often', 0.05, async () => {
    if (isBroken) throw new Error('out of order, too')
  })
  await jobs.start()
  // As the queue does when it is time.
  const turn = () => database.query(`insert into jobs.job (name) values ('nightly')`)
  await turn()
  const patient = { timeout: 30_000, interval: 100 }
  await expect
    .poll(() => jobs.runs().get('nightly'), patient)
    .toEqual({ failures: 1, lastSuccess: undefined })
  await expect.poll(() => jobs.runs().get('often')?.failures, patient).toBeGreaterThan(1)
  for (const [job, text] of [
    ['nightly', 'out of order'],
    ['often', 'out of order, too'],
  ]) {
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ msg: 'job failed', job, err: expect.objectContaining({ message: text }) }),
    )
  }
  isBroken = false
  await turn()
  await expect.poll(() => jobs.runs().get('nightly')?.lastSuccess, patient).toBeInstanceOf(Date)
  await jobs.stop()
  await database.drop()
})
