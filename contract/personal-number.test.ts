import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import { isPersonalFact, personal } from './personal-number.ts'
import { deskLabels } from './slices/desk/desk-labels.ts'

/**
 * What looks like a phone or account number in an answer of the console is marked, so that the server masks
 * it. What is none of a member or a sender, and what is shown on purpose, is named here.
 */
const whole = [
  // accounts of the house
  'getDeskEvidence reports.accountNo',
  // shown one by one, and audited
  'showMemberNumbers username',
  'showMemberNumbers bankAccountNo',
  'showItemNumbers numbers',
]

interface Form {
  properties?: Record<string, TSchema & Form>
  items?: TSchema & Form
  anyOf?: (TSchema & Form)[]
  allOf?: (TSchema & Form)[]
  [personal]?: string
}

const looksLikeOne = /phone|username|account_?no|account_?number|walletNo/i

/** Paths of unmarked numbers, and of unmarked facts with a label. */
function unmarkedIn(schema: Form, path: string): string[] {
  if (schema[personal]) return []
  const { properties = {}, items, anyOf = [], allOf = [] } = schema
  const isFact = 'label' in properties && 'value' in properties
  return [
    ...(isFact ? [path] : []),
    ...Object.entries(properties).flatMap(([name, form]) => {
      const inner = path.endsWith(' ') ? path + name : `${path}.${name}`
      const isNumber = looksLikeOne.test(name) && !form[personal] && !isMarkedWithin(form)
      return [...(isNumber ? [inner] : []), ...unmarkedIn(form, inner)]
    }),
    ...(items ? unmarkedIn(items, path) : []),
    ...[...anyOf, ...allOf].flatMap((form) => unmarkedIn(form, path)),
  ]
}

/** Of a number that may be null. */
const isMarkedWithin = ({ anyOf = [] }: Form): boolean => anyOf.some((form) => form[personal] !== undefined)

it('every number in an answer of the console is marked', () => {
  const calls: [string, Endpoint][] = Object.entries(endpoints)
  const found = calls
    .filter(([, { access }]) => access === 'operator')
    .flatMap(([name, { answer }]) => unmarkedIn(answer as Form, `${name} `))
  expect([...new Set(found)].sort()).toEqual([...whole].sort())
})

describe('a fact', () => {
  it.each([
    ['the sender’s account, wherever it is', 'slip', 'fromAccountNo', true],
    ['recorded without a queue', undefined, 'fromAccountNo', true],
    ['the receiver that a slip shows, who may be anybody', 'slip', 'toAccountNo', true],
    ['whom a payment went to that is taken back', 'reversal', 'toAccountNo', true],
    ['the payee', 'withdrawal', 'accountNo', true],
    ['the payee', 'payout', 'accountNo', true],
    ['the house’s account that money came to', 'bank-transfer', 'accountNo', false],
    ['the house’s account of a slip', 'slip', 'accountNo', false],
    ['of a queue that is new', 'something-new', 'accountNo', true],
    ['the house’s wallet for gifts', 'gift', 'walletNo', false],
    ['a name', 'slip', 'fromName', false],
  ])('%s (%s %s)', (_, queue, label, expected) => expect(isPersonalFact(queue, label)).toBe(expected))

  it('with a number’s name is decided about in the table above', () => {
    const numbers = deskLabels.filter((label) => /accountNo$|walletNo|phone/i.test(label))
    expect(numbers.sort()).toEqual(['accountNo', 'fromAccountNo', 'toAccountNo', 'walletNo'])
  })
})
