import { type Language, languages } from '@krapao/contract/languages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../platform/database.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import th from './content/texts.th.json' with { type: 'json' }
import { findBank, findSource, insertDemoContact } from './public.ts'
import * as rules from './rules.ts'
import { seedLookups } from './seed.ts'
import { replaceTexts } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await insertDemoContact(app.context)
})
afterAll(() => app.close())

const script = { th: /[\u0e00-\u0e7f]/, la: /[\u0e80-\u0eff]/, en: /[A-Za-z]/ }
const cookie = (language: Language) => ({ cookie: `a=b; lang=${language.toUpperCase()}` })

describe.each(languages)('texts in %s', (language) => {
  const headers = cookie(language)
  const others = languages.filter((other) => other !== language && other !== 'en')

  /** A text in its own script, without words of the others, and with real content. */
  function expectWritten(text: string): void {
    expect(text).toMatch(script[language])
    for (const other of others) expect(text).not.toMatch(script[other])
    expect(text.length).toBeGreaterThan(60)
  }

  it('conditions', async () => {
    const { body } = await app.call('GET /api/lookup/conditions', { headers })
    expect(body.conditions).toHaveLength(9)
    for (const html of body.conditions) {
      expect(html).toMatch(/^<h3>/)
      expectWritten(html)
    }
    expect(body.conditions.join()).toContain('href="tel:1323"')
  })

  it('agreements', async () => {
    const { body } = await app.call('GET /api/lookup/agreements', { headers })
    expect(body.agreements).toHaveLength(5)
    for (const html of body.agreements) expectWritten(html)
  })

  it('notice, with the place for the percentage', async () => {
    const { body } = await app.call('GET /api/lookup/notice', { headers })
    expect(body.notice).toContain('%percentFail%')
    expectWritten(body.notice)
  })

  it('contact', async () => {
    const { body } = await app.call('GET /api/lookup/contact', { headers })
    expectWritten(body.contactText)
    expect(body).toMatchObject({
      lineName: '@krapao-demo',
      lineLink: 'https://krapao.example/line',
      lineQR: '',
    })
  })

  it('sources', async () => {
    const { body } = await app.call('GET /api/lookup/sources', { headers })
    expect(body.map(({ code }) => code)).toEqual([
      'FRIEND',
      'FACEBOOK',
      'GOOGLE',
      'LINE',
      'TIKTOK',
      'WEBSITE',
      'OTHER',
    ])
    for (const { description } of body) {
      for (const other of others) expect(description).not.toMatch(script[other])
    }
  })
})

describe('lists, flags and limits', () => {
  it('banks: those that members can register with, without QR gateways', async () => {
    const { body } = await app.call('GET /api/lookup/banks')
    expect(body.map(({ code }) => code)).toEqual(['SCB', 'KBANK', 'KTB', 'BBL', 'GSB', 'TMB'])
    for (const bank of body) {
      expect(bank.nameTH).toMatch(script.th)
      expect(bank.nameLA).toMatch(script.la)
      expect(bank.nameEN).toMatch(/^[\x20-\x7eé]+$/)
    }
  })

  it('flags', async () => {
    expect((await app.call('GET /api/lookup/active')).body).toEqual({ isActive: true })
    expect((await app.call('GET /api/lookup/registerOTP')).body).toEqual({
      registerOTP: true,
      minAge: 20,
      passwordMin: 8,
    })
    expect((await app.call('GET /api/lookup/enableChatWidget')).body).toEqual({ enableChatWidget: true })
  })

  it('info: the name of the brand, unless the operator has set another', async () => {
    expect((await app.call('GET /api/lookup/info')).body).toEqual({ name: 'Krapao', website: '' })
    await app.context.settings.set(rules.infoName, 'กระเป๋าทอง')
    expect((await app.call('GET /api/lookup/info')).body.name).toBe('กระเป๋าทอง')
  })

  it('a changed setting changes the answer', async () => {
    await app.context.settings.set(rules.chatWidget, false)
    expect((await app.call('GET /api/lookup/enableChatWidget')).body.enableChatWidget).toBe(false)
  })

  it('a contact picture comes from this site only', async () => {
    const set = (value: string) => app.context.settings.set(rules.contactLineQr, value)
    await expect(set('https://elsewhere.example/qr.png')).rejects.toThrow(TypeError)
    await expect(set('//elsewhere.example/qr.png')).rejects.toThrow(TypeError)
    await expect(app.context.settings.set(rules.contactLineLink, 'javascript:alert(1)')).rejects.toThrow(
      TypeError,
    )
    await set('/files/line.png')
    expect((await app.call('GET /api/lookup/contact')).body.lineQR).toBe('/files/line.png')
  })
})

describe('what the operator writes', () => {
  const conditions = async () => (await app.call('GET /api/lookup/conditions')).body.conditions

  it('is sanitised when saved', async () => {
    await transaction(app.context.db, (tx) =>
      replaceTexts(tx, 'condition', 'th', [
        '<p onclick="alert(1)">ก</p><script>alert(1)</script>',
        '<script>alert(1)</script>',
      ]),
    )
    const rows = await app.database.query(
      "select html from texts where key = 'condition' and language = 'th'",
    )
    expect(rows).toEqual([{ html: '<p>ก</p>' }])
  })

  it('is sanitised again when shown, whoever wrote the row', async () => {
    await app.database.query(`update texts set html = $1 where key = 'condition' and language = 'th'`, [
      '<p>ข<img src=x onerror=alert(1)><a href="javascript:alert(1)">ค</a></p>',
    ])
    expect(await conditions()).toEqual(['<p>ข<a>ค</a></p>'])
  })

  it('survives the next start: a text exists or is absent as a whole', async () => {
    await seedLookups(app.context)
    expect(await conditions()).toHaveLength(1)
    await app.database.query(`delete from texts where key = 'condition' and language = 'th'`)
    await seedLookups(app.context)
    expect(await conditions()).toEqual(th.condition)
  })

  it('a bank that was switched off is not listed, and its members still see its name', async () => {
    await app.database.query(
      `update banks set enabled = false, names = '{"th": "ธนาคารเดิม"}' where code = 'GSB'`,
    )
    await seedLookups(app.context)
    expect((await app.call('GET /api/lookup/banks')).body.map(({ code }) => code)).not.toContain('GSB')
    expect(await findBank(app.context, 'GSB')).toBeUndefined()
    const { token } = await app.registerMember()
    const named = (await app.call('GET /api/lookup/bankNames', { token })).body
    expect(named).toContainEqual({ code: 'GSB', name: 'ธนาคารเดิม' })
    for (const code of ['WW', 'BCEL']) expect(named.map((bank) => bank.code)).toContain(code)
    expect(await app.database.query(`select names ->> 'th' as name from banks where code = 'GSB'`)).toEqual([
      { name: 'ธนาคารเดิม' },
    ])
  })
})

describe('the exports for other slices', () => {
  it('finds banks of the build only', async () => {
    expect((await findBank(app.context, 'KTB'))?.nameEN).toBe('Krungthai Bank')
    for (const code of ['WW', 'BCEL', 'NONE']) expect(await findBank(app.context, code)).toBeUndefined()
    const lao = { ...app.context, brand: { ...app.context.brand, variant: 'la' as const } }
    expect((await findBank(lao, 'BCEL'))?.nameLA).toMatch(script.la)
  })

  it('finds sources', async () => {
    expect(await findSource(app.context, 'FRIEND', 'la')).toEqual({ code: 'FRIEND', description: 'ໝູ່ແນະນຳ' })
    expect(await findSource(app.context, 'NONE')).toBeUndefined()
  })
})

describe('a terminated service', () => {
  it('answers GONE to every call and comes back', async () => {
    await app.context.settings.set(rules.serviceActive, false)
    for (const name of ['GET /api/lookup/active', 'GET /api/lookup/banks', 'GET /api/wallet'] as const) {
      const answer = await app.call(name)
      expect([answer.status, answer.error]).toEqual([410, { message: 'GONE' }])
    }
    expect((await fetch(`${app.address}/health/ready`)).status).toBe(200)
    await app.context.settings.set(rules.serviceActive, true)
    expect((await app.call('GET /api/lookup/active')).status).toBe(200)
  })
})
