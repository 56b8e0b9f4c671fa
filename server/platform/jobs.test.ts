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
