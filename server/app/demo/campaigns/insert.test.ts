import { kinds } from '@krapao/contract/slices/campaign/kinds.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertDemoOperators } from '../../../slices/operator/public.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { insertDemoCampaigns } from './insert.ts'

describe.each([
  ['THB', 1],
  ['LAK', 500],
] as const)('the demo’s campaigns in %s', (currency, rate) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
    await insertDemoOperators(app.context)
  })
  afterAll(() => app.close())

  it('are all active, also when a start was cut off and made some of them', async () => {
    const insert = () => insertDemoCampaigns(app.context, { currency, rate })
    await insert()
    await insert()
    const found = await Promise.all(
      kinds.map(async (kind) =>
        (await app.context.campaigns.listActive(kind)).map((campaign) => [campaign.kind, campaign.code]),
      ),
    )
    expect(found.flat()).toEqual([
      ['bonus', 'WELCOME20'],
      ['bonus', 'DAILY10'],
      ['bonus', 'HELLO50'],
      ['promotion', 'KRAPAO50'],
      ['promotion', 'LUCKY88'],
      ['invite', currency],
      ['refund', currency],
      ['wheel', currency],
    ])
    const wheel = await app.context.campaigns.findActive('wheel', currency)
    expect(wheel?.content.slices).toHaveLength(8)
  })
})
