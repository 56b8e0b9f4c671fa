import { readFileSync } from 'node:fs'
import { languages } from '@krapao/contract/languages.ts'
import { onlyGateways } from '@krapao/contract/qr-gateways.ts'
import {
  DeskChoice,
  DeskQueueName,
  type DeskSource,
  DeskSuperseded,
  deskPlaces,
  deskReasons,
  deskSeconds,
  deskSources,
} from '@krapao/contract/slices/desk/desk-item.ts'
import { deskLabels } from '@krapao/contract/slices/desk/desk-labels.ts'
import { attemptAnswers } from '@krapao/contract/slices/desk/evidence.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { bankText } from '../../../app/bank-text.ts'
import type { Item } from '../queries.ts'
import { approveCost } from './cost.ts'
import {
  amountText,
  attemptText,
  labelText,
  reasonText,
  secondText,
  senderText,
  sourceIn,
  sourceName,
  valueText,
} from './labels.ts'
import { asksFact, askText, factText } from './verbs.ts'

// A page without a brand, as the development server serves it; these tests run without a browser.
vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null }))

const queues = DeskQueueName.anyOf.map((one) => one.const)

/** The codes that adapters and follow-ups record of a failed call, and those of broken connections. */
const answers = [
  ...['TIMEOUT', 'HTTP_502', 'GARBAGE_200', 'NOT_JSON', 'NOT_CONFIGURED', 'TOO_LONG', 'BROKEN'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'UND_ERR_SOCKET'],
  ...['NODE_WAS_ASLEEP', 'posted after voided', 'voided after posted', 'PENDING', 'UNKNOWN_ID', 'CONFLICT'],
  ...['CLAIMED_BY_ANOTHER', 'ERROR', 'OPERATOR_REFUSED', 'uncertain', 'UNREADABLE', 'IN_OTHER_HANDS'],
]

/** A text in words: not the code itself, not the key of a missing text, and without an unfilled gap. */
function isSaid(words: string, code?: string): void {
  expect(words).not.toBe('')
  expect(words).not.toMatch(/desk\.|\{\{/)
  if (code !== undefined) expect(words).not.toContain(code)
}

/** No code of the queues is shown raw, in any language. */
describe.each(languages)('in %s', (language) => {
  beforeAll(async () => {
    const texts = readFileSync(`${import.meta.dirname}/../texts.${language}.json`, 'utf8')
    i18n.add(language, JSON.parse(texts))
    i18n.choose(language)
  })

  it.each(deskLabels)('the fact %s has a name', (label) => {
    for (const queue of ['slip', 'payout'] as const) expect(labelText(queue, label)).not.toContain(label)
  })
  it('a house account is called ours, and a payee’s account is not', () => {
    for (const label of ['bankCode', 'accountNo'] as const) {
      expect(labelText('payout', label)).toBe(labelText('withdrawal', label))
      expect(labelText('payout', label)).not.toBe(labelText('bank-transfer', label))
    }
  })
  it.each(deskReasons)('the reason %s has a text', (reason) => {
    for (const queue of queues) expect(reasonText({ queue, reason })).not.toContain(reason)
  })
  it.each(queues)('the queue %s has all its texts', (queue) => {
    for (const part of ['name', 'one', 'what', 'approve', 'refuse'])
      expect(i18n.exists(`desk.queue.${queue}.${part}`), part).toBe(true)
    for (const { const: choice } of DeskChoice.anyOf) {
      isSaid(askText({ queue }, choice))
      if (asksFact(queue)) {
        isSaid(factText(queue, choice, '฿1.00'))
        isSaid(factText(queue, choice))
      }
    }
  })
  it.each(queues)('a reversal names what it takes back: %s', (queue) =>
    expect(valueText({ currency: 'THB' }, 'reversedQueue', queue)).toBe(
      i18n.t(`desk.queue.${queue}.one` as 'desk.title'),
    ),
  )
  it.each(deskSeconds)('the text why it takes a second operator: %s', (secondBecause) =>
    isSaid(
      secondText({ queue: 'slip', secondBecause, approvalsNeeded: 2, refusalsNeeded: 1 } as Item),
      secondBecause,
    ),
  )
  it.each(DeskSuperseded.anyOf.map((one) => one.const))('what superseded an approval: %s', (superseded) =>
    isSaid(i18n.t(`desk.superseded.${superseded}` as 'desk.title'), superseded),
  )
  it.each([...deskSources.map((one) => [one]), ['SLIP', 'BANK']] as DeskSource[][])(
    'the source of a report: %s %s',
    (...sources) => {
      const reportedBy = sources.filter(Boolean)
      for (const text of [sourceName(reportedBy), sourceIn(reportedBy)])
        for (const one of reportedBy) isSaid(text, one)
    },
  )
  it.each(deskPlaces)('the text where money is: %s', (place) => {
    for (const key of [`desk.beside.place.${place}`, `desk.beside.was.${place}`])
      isSaid(i18n.t(key as 'desk.title', { name: 'x', amount: 'x', at: 'x', source: 'x' }), place)
  })
  it.each(attemptAnswers)(
    'the answer %s of the other side, from the verifier of slips in words of its own',
    (answer) => {
      const [of, ofSlip] = (['payout', 'slip'] as const).map((queue) =>
        attemptText(queue, { answer, reason: null }),
      )
      isSaid(of ?? '')
      isSaid(ofSlip ?? '')
      // A gift that is found is open to be redeemed; a transfer that is found is known.
      expect(of === ofSlip).toBe(answer !== 'found')
    },
  )
  it('two reports of what may be the same money are named by who reported each', () => {
    const of = (one: DeskSource[]) => ({ reportedBy: one }) as NonNullable<Item['counterparts']>[number]
    const text = reasonText({
      queue: 'bank-twin',
      reason: 'MAYBE_CREDITED',
      reportedBy: ['GATEWAY'],
      counterparts: [of(['SLIP'])],
    })
    expect(text).toContain(sourceIn(['GATEWAY']))
    expect(text).toContain(sourceIn(['SLIP']))
    expect(text).not.toContain(sourceIn(['BANK']))
  })
  it('gateways and wallets are shown by name, a bank by its abbreviation', () => {
    for (const code of [...onlyGateways, 'EWALLET']) {
      expect(bankText(code), code).not.toBe(code)
      for (const label of ['gateway', 'fromBank', 'bankCode'] as const)
        expect(valueText({ currency: 'THB' }, label, code)).toBe(bankText(code))
    }
    expect(bankText('KBANK')).toBe('KBANK')
  })
  it.each([
    ...answers.flatMap((value) => [['lastAnswer', value] as const, ['verifierAnswer', value] as const]),
    // the states of `qr_payments`, and what a list calls an open one that is late
    ...['OPEN', 'PAID', 'CANCELLED', 'FAILED', 'EXPIRED'].map((value) => ['codeState', value] as const),
    ...['in', 'out'].map((value) => ['direction', value] as const),
    ...['posted', 'voided'].map((value) => ['settledAs', value] as const),
    ['sendingBank', '004'],
  ] as const)('%s %s is said in words', (label, value) =>
    isSaid(valueText({ currency: 'THB' }, label, value), value),
  )
})

it('a code without a text is shown as it came', () => {
  expect(valueText({ currency: 'THB' }, 'lastAnswer', 'E-77 wrong branch')).toBe('E-77 wrong branch')
  expect(valueText({ currency: 'THB' }, 'sendingBank', '998')).toBe('998')
})

it.each([
  ['sentAt', '2026-11-21T06:30:00.000Z', /^21 Nov 2026 13:30:00$/],
  ['feedAmount', '1250.50', /^฿1,250\.50$/],
  ['fromAccountNo', '1234567890', /^123-456-7890$/],
  ['fromAccountNo', 'xxx-x-x6789-x', /^xxx-x-x6789-x$/],
] as const)('%s %s as people read it', (label, value, shown) =>
  expect(valueText({ currency: 'THB' }, label, value)).toMatch(shown),
)

describe('the sender of an item in the list', () => {
  const fact = (label: Item['evidence'][number]['label'], value: string) => ({ label, value })
  const evidence = [
    fact('bankCode', 'KTB'),
    fact('fromBank', 'SCB'),
    fact('fromAccountNo', 'xxx-x-x1112-x'),
    fact('fromName', 'NAI SOMCHAI P'),
    fact('sentAt', '2026-11-03T07:02:00.000Z'),
  ]
  // In one line, whatever the row's width.
  const at = valueText({ currency: 'THB' }, 'sentAt', '2026-11-03T07:02:00.000Z').replaceAll(' ', '\u00a0')
  const member = { _id: 'm1', name: 'Somchai' } as Item['member']

  it.each([
    ['with all that the bank reports', null, evidence, `NAI SOMCHAI P · SCB · ${at}`],
    [
      'without a name that the bank does not report',
      null,
      evidence.filter(({ label }) => label !== 'fromName'),
      `SCB · ${at}`,
    ],
    ['not where nothing is reported', null, [fact('gateway', 'SCB')], ''],
    ['not beside a member', member, evidence, ''],
  ])('%s', (_, owner, facts, text) => {
    expect(senderText({ member: owner, evidence: facts, currency: 'THB' })).toBe(text)
  })
})

describe('a version of a campaign', () => {
  beforeAll(() => {
    for (const of of ['..', '../../campaign']) {
      i18n.add('en', JSON.parse(readFileSync(`${import.meta.dirname}/${of}/texts.en.json`, 'utf8')))
    }
    i18n.choose('en')
  })
  const version = (...evidence: Item['evidence']) => ({ amount: 0, currency: 'THB' as const, evidence })
  const inAll = (value: string) => ({ label: 'budgetAmount' as const, value })
  const member = (amount: string, span: string) => [
    { label: 'memberAmount' as const, value: amount },
    { label: 'memberSpan' as const, value: span },
  ]
  const spin = (amount: string, ...percent: string[]) => [
    { label: 'spinAmount' as const, value: amount },
    ...percent.map((value) => ({ label: 'spinPercent' as const, value })),
  ]

  it.each([
    [
      version(inAll('500000000'), ...member('50000', 'once')),
      'At most ฿500,000,000.00 in all',
      'Approve, at most ฿500,000,000.00 in all',
    ],
    [version(inAll('NO_LIMIT'), ...member('300', 'day')), 'No limit in all', 'Approve, no limit in all'],
    [
      version(inAll('NO_LIMIT'), ...member('500', 'spin'), ...spin('17.16', '17.16')),
      '฿17.16 a spin on average',
      'Approve, ฿17.16 a spin on average',
    ],
    [
      version(inAll('1200'), ...member('500', 'spin'), ...spin('5')),
      'At most ฿1,200.00 in all',
      'Approve, at most ฿1,200.00 in all',
    ],
    [version(inAll('NO_LIMIT'), ...spin('NO_LIMIT')), 'No limit in all', 'Approve, no limit in all'],
  ])('is headed by what it may cost, and so is the button that approves it', (item, text, button) => {
    expect(amountText(item)).toBe(text)
    expect(approveCost(item)).toBe(button)
  })

  it('another item without money has neither', () => {
    const prize = { amount: 0, currency: 'THB' as const, evidence: [] }
    expect(amountText(prize)).toBe(i18n.t('desk.noMoney'))
    expect(approveCost(prize)).toBeUndefined()
  })
})
