import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@krapao/contract/languages.ts'
import * as accounts from '@krapao/contract/ledger-accounts.ts'
import * as campaign from '@krapao/contract/slices/campaign/content.ts'
import { memberSpans } from '@krapao/contract/slices/campaign/cost.ts'
import { kinds } from '@krapao/contract/slices/campaign/kinds.ts'
import { slipNotes } from '@krapao/contract/slices/deposit/slip/list-slips.ts'
import { payerRefusals } from '@krapao/contract/slices/deposit/transfer/payer.ts'
import * as desk from '@krapao/contract/slices/desk/desk-item.ts'
import { deskLabels } from '@krapao/contract/slices/desk/desk-labels.ts'
import { attemptAnswers, reportPlaces } from '@krapao/contract/slices/desk/evidence.ts'
import { DecisionFilter, decisionEnds } from '@krapao/contract/slices/desk/list-decisions.ts'
import { reasonCodes } from '@krapao/contract/slices/desk/reason-codes.ts'
import * as audit from '@krapao/contract/slices/operator/audit-actions.ts'
import { AuditFilter, AuditKind } from '@krapao/contract/slices/operator/list-audit.ts'
import { staffRequestKinds } from '@krapao/contract/slices/operator/operator.ts'
import { roles } from '@krapao/contract/slices/operator/roles.ts'
import { Outcome, outcomeReasons } from '@krapao/contract/slices/outcome/outcome.ts'
import { Pending } from '@krapao/contract/slices/statement/list-pending.ts'
import { Statement, StatementType, statementReasons } from '@krapao/contract/slices/statement/statement.ts'
import { describe, expect, it } from 'vitest'
import { words } from '../slices/statement/csv-words.ts'

/**
 * Every code that a screen may show has a text there, in each language. The codes are those in the contract
 * and those that the server's source records; a new one fails here until it has a text. Error codes are
 * checked in error-texts.test.ts.
 */

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** All texts of an app in one language, by their full key. */
function textsOf(side: 'member' | 'console', language: string): Map<string, string> {
  const found = new Map<string, string>()
  const visit = (at: string, value: unknown): void => {
    if (typeof value === 'string') found.set(at, value)
    else for (const [key, inner] of Object.entries(value as object)) visit(at ? `${at}.${key}` : key, inner)
  }
  for (const file of globSync(`{${side}/{app,slices/*},web/bonus}/texts.${language}.json`, { cwd: root }))
    visit('', JSON.parse(read(file)))
  return found
}

const literals = (union: { anyOf: { const: string }[] }): string[] =>
  union.anyOf.map((option) => option.const)
const queues = literals(desk.DeskQueueName)
/** The names of accounts in a statement; a game's account has the game's name, or `inTransit`. */
const namedAccounts = [...accounts.ownAccounts, ...accounts.houseAccounts, 'inTransit', 'other']

/**
 * The codes that the server records for a failed call, which the console shows as the other side's last
 * answer.
 */
function recordedAnswers(): string[] {
  const sources = globSync('server/{adapters,slices}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|testing/.test(file),
  )
  const found = sources.flatMap((file) =>
    [
      ...read(file).matchAll(
        /(?:new NoAnswer\(|\bfail\(|outcome: 'uncertain', reason: |status: 'PENDING',[^\n]*reason: (?:reason \?\? )?)['`]([A-Z_]+?)(?:_\$\{[^}]*\})?['`]/g,
      ),
    ].map(([, code = '']) => code),
  )
  // A slip that fails gets a note.
  return [...new Set(found)].filter((code) => !(slipNotes as readonly string[]).includes(code)).sort()
}

const but = (codes: string[], ...others: string[]): string[] => codes.filter((code) => !others.includes(code))

/** The names of all fields of a schema and of those inside it. */
function fieldsIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  for (const [key, inner] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(inner as object)) found.add(name)
    fieldsIn(inner, found)
  }
  return found
}

/** The kinds of a union of objects. */
const kindsOf = ({ anyOf }: { anyOf: readonly { properties: { kind: { const: string } } }[] }): string[] =>
  anyOf.map(({ properties }) => properties.kind.const)

/** The results that each group of outcomes can have (rules.md §21.1). */
const endings = Object.entries({
  deposit: ['DONE', 'REFUSED', 'EXPIRED', 'RETURNED', 'TAKEN_BACK'],
  withdrawal: ['DONE', 'REFUSED', 'TAKEN_BACK'],
  transfer: ['DONE', 'REFUSED'],
  bonus: ['DONE'],
  bonusEnd: ['DONE', 'FAILED', 'EXPIRED', 'TAKEN_BACK', 'ENDED'],
  review: ['DONE', 'REFUSED', 'EXPIRED'],
  prize: ['DONE', 'REFUSED'],
}).flatMap(([group, results]) => results.map((result) => `${group}.${result}`))

type Walk = [what: string, codes: readonly string[], keys: (code: string) => string[]]

const member: Walk[] = [
  ['why a slip failed', slipNotes, (code) => [`statement.slipReason.${code}`]],
  ['why a movement failed', statementReasons, (code) => [`statement.reason.${code}`]],
  ['accounts of the ledger', namedAccounts, (kind) => [`statement.account.${kind}`]],
  ['kinds of rows', literals(StatementType), (kind) => [`statement.kinds.${kind}`]],
  ['status of a row', literals(Statement.properties.status), (code) => [`statement.status.${code}`]],
  // A transfer is named by its two ends, and an open code by its remaining time.
  [
    'kinds of what is under way',
    but(Pending.properties.kind.enum, 'transfer'),
    (kind) => [`wallet.under.kind.${kind}`],
  ],
  [
    'states of what is under way',
    but(Pending.properties.state.enum, 'OPEN'),
    (code) => [`wallet.under.state.${code}`],
  ],
  [
    'kinds of what ended',
    // The others have the name that they had while they were under way.
    Outcome.properties.kind.enum.filter((kind) => !(Pending.properties.kind.enum as string[]).includes(kind)),
    (kind) => [`outcome.kind.${kind}`],
  ],
  ['why it ended so', outcomeReasons, (code) => [`outcome.reason.${code}`]],
  ['how it ended', endings, (ending) => [`outcome.line.${ending === '*' ? '*.*' : ending}`]],
]

const console: Walk[] = [
  ['queues', queues, (queue) => [`desk.queue.${queue}.name`]],
  ['items', queues, (queue) => [`desk.queue.${queue}.one`]],
  ['reasons', desk.deskReasons, (code) => [`desk.reason.${code}`]],
  [
    'usual reasons',
    [...new Set(Object.values(reasonCodes).flatMap(({ approve, refuse }) => [...approve, ...refuse]))],
    (code) => [`desk.code.${code}`],
  ],
  ['facts', deskLabels, (label) => [`desk.label.${label}`]],
  ['why it takes a second person', desk.deskSeconds, (code) => [`desk.because.${code}`]],
  ['what superseded an approval', literals(desk.DeskSuperseded), (code) => [`desk.superseded.${code}`]],
  ['the same in the audit log', literals(desk.DeskSuperseded), (code) => [`operator.superseded.${code}`]],
  ['the source of a report', desk.deskSources, (code) => [`desk.source.${code}`]],
  ['where money is', desk.deskPlaces, (code) => [`desk.beside.place.${code}`]],
  ['why a sender is not remembered', payerRefusals, (code) => [`desk.payer.refusal.${code}`]],
  ['last answers', recordedAnswers(), (code) => [`desk.answer.${code}`]],
  ['answers to attempts', attemptAnswers, (answer) => [`desk.known.answer.${answer}`]],
  ['where a reported transfer is', reportPlaces, (place) => [`desk.known.reports.place.${place}`]],
  ['why an equal slip failed', slipNotes, (code) => [`desk.known.equal.note.${code}`]],
  ['roles', roles, (role) => [`operator.role.${role}`]],
  ['what is audited', audit.auditActions, (action) => [`operator.action.${action.replaceAll('.', '-')}`]],
  [
    'what it is done to',
    ['operator', 'member', 'picture', 'campaign', 'chat', 'chat-bot', 'chat-reply'],
    (kind) => [`operator.subject.${kind}`],
  ],
  ['what its details are', audit.auditDetails, (name) => [`operator.detail.${name}`, `desk.label.${name}`]],
  ['how a decision ended', decisionEnds, (end) => [`desk.history.${end}`]],
  ['kinds of audited events', literals(AuditKind), (kind) => [`operator.audit.kind.${kind}`]],
  [
    'what a file was narrowed by',
    Object.keys({ ...AuditFilter.properties, ...DecisionFilter.properties }),
    (name) => [`operator.detail.filter-${name}`],
  ],
  [
    'fields of a counterpart',
    // The audit log records a member by id.
    but(Object.keys(desk.DeskCounterpart.properties), 'member'),
    (name) => [`operator.detail.${name}`, `desk.label.${name}`],
  ],
  [
    'fields of campaigns',
    // A language is called by its own name.
    but([...fieldsIn(campaign.CampaignContent)].sort(), ...languages),
    (name) => [`campaign.field.${name}`],
  ],
  ['kinds of campaigns', kinds, (kind) => [`campaign.kind.${kind}`]],
  [
    'kinds of credit',
    kindsOf(campaign.BonusContent.properties.credit),
    (kind) => [`campaign.credit.${kind}`],
  ],
  ['kinds of prizes', kindsOf(campaign.Prize), (kind) => [`campaign.prize.${kind}`]],
  [
    'kinds of conditions',
    campaign.Condition.anyOf.map(({ properties }) => properties.mode.const),
    (mode) => [`campaign.mode.${mode}`],
  ],
  [
    'how often there is a bonus',
    campaign.BonusContent.properties.type.enum,
    (type) => [`campaign.type.${type}`],
  ],
  ['when a member may have it', memberSpans, (span) => [`campaign.exposure.span.${span}`]],
  ['what owners ask for about the staff', staffRequestKinds, (kind) => [`operator.what.${kind}`]],
  ['why a login failed', audit.loginFailures, (why) => [`operator.why.${why}`]],
]

/** A key that contains a code, with `*` for the unknown part. */
const asPattern = (key: string): string => key.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '*')

/**
 * Keys that contain codes, which the compiler cannot check as it does constant keys: their text may be
 * missing, and then the screen shows something else.
 */
function uncheckedKeys(side: 'member' | 'console'): string[] {
  const sources = globSync(`{${side}/{app,slices},web}/**/*.{ts,tsx}`, { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const found = sources.flatMap((file) =>
    [...read(file).matchAll(/(?<!\bt\()`([a-zA-Z]+\.[^`]*\$\{[^`]*)`/g)]
      .map(([, key = '']) => asPattern(key))
      .filter((key) => /^[\w.*-]+$/.test(key) && !key.startsWith('texts.')),
  )
  return [...new Set(found)].sort()
}

/** The key patterns that the tests of this file go through. */
const walked = (walks: Walk[]): Set<string> => new Set(walks.flatMap(([, , keys]) => keys('*')))

describe.each([
  ['the member app', 'member', member],
  ['the console', 'console', console],
] as const)('%s', (_, side, walks) => {
  describe.each(languages)('in %s', (language) => {
    const texts = textsOf(side, language)
    it.each(walks)('%s', (_what, codes, keys) => {
      expect(codes.length).toBeGreaterThan(0)
      // A text that equals its code counts as missing.
      const missing = codes.filter((code) =>
        keys(code).every((key) => [undefined, '', code].includes(texts.get(key))),
      )
      expect(missing).toEqual([])
    })
  })
})

/** Unchecked keys that other tests go through, or that have a text for every code. */
const elsewhere = {
  member: [
    // a sentence about the money follows, with or without
    'withdraw.refused.*',
    // the compiler knows the steps
    'account.step.*',
    // a product that has no text keeps its code
    'bonus.product.*',
  ],
  console: [
    // tested by console/slices/desk/labels.test.ts through the functions that use them
    'desk.bank.*',
    'desk.known.answer.*.*',
    'desk.fact.*.*',
    'desk.label.*.*',
    'desk.reason.*.*',
    'desk.so.*',
    'desk.sourceIn.*',
    'desk.two.*',
    'desk.value.*',
    // tested by console/slices/desk/refused-text.test.ts, for the calls and codes of the contract
    'desk.find.call.*',
    'desk.find.code.*',
    // found by the form itself; without a text it gives no reason
    'operator.password.problem.*',
  ],
}

it.each([
  ['member', member],
  ['console', console],
] as const)('no key of the %s is made from a code without a walk', (side, walks) => {
  const known = new Set([...walked(walks), ...elsewhere[side]])
  const found = uncheckedKeys(side)
  expect(found.filter((key) => !known.has(key))).toEqual([])
  // An exception that is no longer in the source must be removed here.
  expect(elsewhere[side].filter((key) => !found.includes(key))).toEqual([])
})

it.each(languages)('a download has texts for every code in %s', (language) => {
  const { types, statuses, reasons } = words[language]
  expect(Object.keys(types).sort()).toEqual(literals(StatementType).sort())
  expect(Object.keys(statuses).sort()).toEqual(literals(Statement.properties.status).sort())
  expect(Object.keys(reasons).sort()).toEqual([...statementReasons, 'returned'].sort())
  const said = [types, statuses, reasons].flatMap((list) => Object.entries(list))
  expect(said.filter(([code, text]) => text === '' || text === code)).toEqual([])
})

it('the recorded answers are found in the source', () =>
  expect(recordedAnswers()).toEqual(
    expect.arrayContaining(['CIRCUIT_OPEN', 'HTTP', 'NODE_WAS_ASLEEP', 'TOO_LONG']),
  ))
