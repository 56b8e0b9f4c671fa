import { readFileSync } from 'node:fs'
import { languages } from '@krapao/contract/languages.ts'
import { roles } from '@krapao/contract/slices/operator/roles.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { AuditDetails } from './audit-details.tsx'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

/** The unfolded details of an event in the audit log. */
describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    i18n.choose(language)
    for (const slice of ['operator', 'desk']) {
      const texts = readFileSync(`${import.meta.dirname}/../${slice}/texts.${language}.json`, 'utf8')
      i18n.add(language, JSON.parse(texts))
    }
  })
  const show = (action: string, queue: string, details: Record<string, unknown>): string =>
    renderToStaticMarkup(createElement(AuditDetails, { action, queue, details, names }))
  const names = new Map([['mb1', 'Somchai']])
  /** The facts below the heading, as text. */
  const valuesIn = (html: string): string[] =>
    [...html.matchAll(/<dd[^>]*>(?:<span>)?([^<]*)/g)].map(([, text = '']) => text)

  it.each(roles)('the role %s, before and after a change, is named as on the staff page', (role) => {
    const other = role === 'owner' ? 'cashier' : 'owner'
    const shown = show('operator.role-changed', 'operator', { email: 'a@b.c', from: role, to: other })
    expect(valuesIn(shown)).toEqual([
      'a@b.c',
      i18n.t(`operator.role.${role}`),
      i18n.t(`operator.role.${other}`),
    ])
    expect(i18n.t(`operator.role.${role}`)).not.toBe(role)
  })

  it('a member is named with the code, whoever of them is known', () => {
    const shown = show('desk.approve', 'slip', { said: { memberId: 'mb1' }, filter: { memberId: 'mb2' } })
    expect(shown).toContain('<span>Somchai · mb1</span>')
    expect(shown).toContain('<span>mb2</span>')
  })

  it('a person’s name is shown as it is, even if it equals the code of a role or of an answer', () => {
    const shown = show('operator.renamed', 'operator', { email: 'a@b.c', from: 'cashier', to: 'TIMEOUT' })
    expect(valuesIn(shown)).toEqual(['a@b.c', 'cashier', 'TIMEOUT'])
  })

  it('what a file was narrowed by is named as on its page', () => {
    const filter = { kind: 'logins', from: '2026-11-01', queue: 'slip', end: 'refuse', action: 'login' }
    const shown = show('export.audit', '', { filter, count: 3 })
    expect(shown).not.toContain(i18n.t('operator.detail.from'))
    for (const key of [
      'operator.audit.kind.logins',
      'desk.queue.slip.name',
      'desk.history.refuse',
      'operator.action.login',
    ] as const)
      expect(shown).toContain(`<span>${i18n.t(key)}</span>`)
    expect(shown).toContain('<span>2026-11-01</span>')
  })

  it('a payment that is taken back shows the member’s account as the payee’s, not as a house account', () => {
    const evidence = [
      { label: 'toBank', value: 'KBANK' },
      { label: 'toAccountNo', value: '1234567890' },
    ]
    for (const [action, queue] of [
      ['desk.reversal-asked', 'withdrawal'],
      ['desk.approve', 'reversal'],
    ] as const) {
      const shown = show(action, queue, { evidence })
      expect(shown).toContain('123-456-7890')
      expect(shown).toContain(i18n.t('desk.label.toAccountNo'))
      expect(shown).not.toContain(i18n.t('desk.label.accountNo'))
    }
  })
})
