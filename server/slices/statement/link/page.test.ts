import { ownBrand } from '@krapao/contract/own-brand.ts'
import { expect, it } from 'vitest'
import { receiptPage } from './page.ts'

const frame = { language: 'en', brand: ownBrand, host: undefined, bankNames: new Map() } as const
const now = new Date('2026-11-23T10:00:00Z')

it('a demo says so below the receipt, not over it, and another server does not', () => {
  const receipt = {
    number: 'WD1',
    kind: 'withdraw',
    method: null,
    status: 'SUCCESS',
    amount: 100,
    currency: 'THB',
    createdAt: now.toISOString(),
    settledAt: null,
    from: { code: 'WALLET', account: null },
    to: { code: 'SCB', account: '•••••• 7890' },
    holder: 'SO••• J•••',
    expiresAt: now,
  } as const
  const page = receiptPage(receipt, { ...frame, isDemo: true, now })
  expect(page.indexOf('is a demo')).toBeGreaterThan(page.indexOf('</section>'))
  expect(receiptPage(receipt, { ...frame, isDemo: false, now })).not.toContain('is a demo')
})
