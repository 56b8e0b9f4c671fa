import { gameCategories } from '@krapao/contract/game.ts'
import { currencies } from '@krapao/contract/money.ts'
import { couponKinds, kinds, versionStates } from '@krapao/contract/slices/campaign/kinds.ts'
import { StaffChat } from '@krapao/contract/slices/chat/staff-chat.ts'
import { DeskChoice } from '@krapao/contract/slices/desk/desk-item.ts'
import { staffRequestKinds } from '@krapao/contract/slices/operator/operator.ts'
import { roles } from '@krapao/contract/slices/operator/roles.ts'
import { Outcome } from '@krapao/contract/slices/outcome/outcome.ts'
import { Coupon } from '@krapao/contract/slices/spinwheel/wheel.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'

/**
 * Lists of kinds that the code has and the database checks: a kind that is added to one of them only would be
 * refused by the other. Languages and gateways are checked by the code alone.
 */

const inCode: Record<string, readonly string[]> = {
  'campaign_versions.state': versionStates,
  'campaigns.kind': kinds,
  'chat_bots.state': versionStates,
  'chat_conversations.state': StaffChat.properties.state.enum,
  'desk_votes.choice': DeskChoice.anyOf.map((option) => option.const),
  'game_providers.category': gameCategories,
  'operator_requests.kind': staffRequestKinds,
  'operator_requests.role': roles,
  'operators.role': roles,
  'outcomes.kind': Outcome.properties.kind.enum,
  'outcomes.result': Outcome.properties.result.enum,
  'spin_coupons.state': Coupon.properties.state.enum,
  'spin_coupons.type': couponKinds,
}

let database: TestDatabase
let checked: Map<string, string[]>
beforeAll(async () => {
  database = await testDatabase('postgres')
  const rows = await database.query<{ place: string; definition: string }>(
    `select c.conrelid::regclass || '.' || a.attname as place, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'c' and cardinality(c.conkey) = 1 and c.connamespace = 'public'::regnamespace`,
  )
  const lists = rows.flatMap(({ place, definition }): [string, string[]][] => {
    const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(definition) ?? []
    return list === undefined ? [] : [[place, [...list.matchAll(/'([^']*)'/g)].map(([, word = '']) => word)]]
  })
  checked = new Map(lists)
})
afterAll(() => database.drop())

it.each(Object.entries(inCode))('%s is checked for the kinds of the code', (place, list) =>
  expect(checked.get(place)?.toSorted()).toEqual(list.toSorted()),
)

it('a column of a currency is checked for the currencies of the code', () => {
  const columns = [...checked].filter(([place]) => /\.(currency|asset)$/.test(place))
  expect(columns.length).toBeGreaterThan(15)
  for (const [place, list] of columns) expect([place, list]).toEqual([place, [...currencies]])
})

it('no check names languages or gateways', () => {
  const found = [...checked].filter(([, list]) => list.includes('en') || list.includes('PAYONEX'))
  expect(found).toEqual([])
})
