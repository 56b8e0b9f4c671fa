import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Language } from '../../platform/http.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import en from './content/texts.en.json' with { type: 'json' }
import la from './content/texts.la.json' with { type: 'json' }
import th from './content/texts.th.json' with { type: 'json' }
import { seedLookups } from './seed.ts'
import { replaceTexts } from './store.ts'
import first from './testing/first-texts.json' with { type: 'json' }

/** An installation of the first release keeps its texts; what they promised wrongly is put right by a migration. */

const migration = readFileSync(`${import.meta.dirname}/../../migrations/0046-mend-shipped-texts.sql`, 'utf8')
const shipped = { th, la, en }

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const mend = () => app.context.db.transaction().execute((tx) => sql.raw(migration).execute(tx))
const put = (key: 'condition' | 'notice', language: Language, paragraphs: string[]) =>
  app.context.db.transaction().execute((tx) => replaceTexts(tx, key, language, paragraphs))
const conditionsIn = async (language: Language) =>
  (await app.call('GET /api/lookup/conditions', { headers: { cookie: `lang=${language.toUpperCase()}` } }))
    .body.conditions
const noticeIn = async (language: Language) =>
  (await app.call('GET /api/lookup/notice', { headers: { cookie: `lang=${language.toUpperCase()}` } })).body
    .notice

/** The second paragraph of "Play within your means". */
const limitsOf = (html = '') => html.split('<p>')[2]

describe.each(['th', 'la', 'en'] as const)('in %s', (language) => {
  it('limits that members cannot set, one hour for a slip and a bonus page are promised no longer', async () => {
    await put('condition', language, first[language].condition)
    await put('notice', language, first[language].notice)
    // A start of the new release alone leaves them.
    await seedLookups(app.context)
    expect(await conditionsIn(language)).toEqual(first[language].condition)

    await mend()
    const [deposits, play] = await conditionsIn(language)
    expect(limitsOf(play)).toBe(limitsOf(shipped[language].condition[6]))
    expect(deposits).not.toMatch(/1 (ชั่วโมง|ຊົ່ວໂມງ|hour)/)
    expect(deposits).toMatch(/เวลาที่แสดงในหน้าฝากเงิน|ເວລາທີ່ສະແດງຢູ່ໜ້າຝາກເງິນ|the time shown on the deposit screen/)
    expect(await noticeIn(language)).not.toMatch(/หน้าโบนัส|ໜ້າໂບນັດ|bonus page/)
  })
})

it('what the operator wrote stays, also around a sentence that is replaced', async () => {
  const own = '<p>Our own words about limits: you can set limits with our team, within 1 hour.</p>'
  const [, play = ''] = first.en.condition
  await put('condition', 'en', [own, `<p>Before.</p>${play}<p>After.</p>`, first.en.condition.join('')])
  await mend()
  const conditions = await conditionsIn('en')
  expect(conditions[0]).toBe(own)
  expect(conditions[1]).toBe(`<p>Before.</p>${shipped.en.condition[6]}<p>After.</p>`)
  // Two of the sentences in one paragraph.
  expect(conditions[2]).not.toMatch(/1 hour|You can set limits/)
})
