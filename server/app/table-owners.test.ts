import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseAst } from 'vitest/node'
import { testDatabase } from '../testing/database.ts'

/**
 * A table belongs to one owner: the ledger, another folder of the server, or a slice with its rooms. The
 * owner is the one whose SQL names the table, so there is no list to keep. Everybody else calls a function of
 * the owner's `public.ts`, or puts an SQL fragment of it into a query of their own. Tests ask and prepare a
 * table of another owner by the owner's testing.ts.
 */

const root = join(import.meta.dirname, '../..')

/** Tables that two owners name, and why. */
const shared = {
  // Operators write it and show it. The ledger, a layer below the slices, seals it in the same chain as its
  // journals.
  audit_log: ['ledger', 'operator'],
  // A view of the reports in suspense, made so that the proof of the books can compare it with the accounts.
  suspense_owed: ['deposit', 'ledger'],
}

const ownerOf = (file: string): string =>
  /^server\/(?:slices\/)?([\w-]+)/.exec(file)?.[1] ?? file.split('/')[0] ?? ''

const all = globSync('{server,sandbox,scripts,e2e}/**/*.ts', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
}).sort()
const isTest = (file: string): boolean => /\.test\.ts$|\/testing(\/|\.ts$)|^e2e\//.test(file)

/** These name tables as they once were, to migrate them; and this one, to be found or not. */
const exempt = [
  'server/app/table-owners.test.ts',
  'server/slices/account/numbers-migration.test.ts',
  'server/slices/deposit/reports/one-table.test.ts',
  'server/slices/desk/former-ids.test.ts',
]

/** Tests that still name tables of others, and which. The list only shrinks: what is mended leaves it. */
const open: Record<string, string[]> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'tables-in-tests.json'), 'utf8'),
)

interface Node {
  type: string
  [field: string]: unknown
}

function visitNodes(value: unknown, visit: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value) visit(value as Node)
  for (const inner of Object.values(value)) visitNodes(inner, visit)
}

const textOf = ({ type, value }: Node): string =>
  type === 'Literal' && typeof value === 'string' ? value : ''

/**
 * SQL that a node may be. What is put into a template is read where it is written; in it, it is something of
 * no name.
 */
const sqlOf = (node: Node): string =>
  node.type === 'TemplateLiteral'
    ? (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('()')
    : textOf(node)

/** Calls of Kysely's builder that take a table: `selectFrom`, `insertInto`, `leftJoin`, `table` … */
const builder = /^(?:\w*[fF]rom|\w+Into|updateTable|using|\w+Join(?:Lateral)?|table)$/

/**
 * Texts that a call of the builder takes as its first argument, alone or in a list; not those of
 * `Buffer.from`. And those that `withoutTable` takes.
 */
function argumentsOf(node: Node): string[] {
  if (node.type !== 'CallExpression') return []
  const { callee, arguments: given } = node as unknown as {
    callee: { name?: string; object?: { name?: string }; property?: { name?: string } }
    arguments: Node[]
  }
  if (callee.name === 'withoutTable') return given.map(textOf)
  const [first] = given
  const isBuilder = builder.test(callee.property?.name ?? '') && !/^[A-Z]/.test(callee.object?.name ?? '')
  if (!first || !isBuilder) return []
  return (first.type === 'ArrayExpression' ? (first.elements as Node[]) : [first]).map(textOf)
}

/**
 * Names that the SQL and the builder calls of a file use for tables; also names of subqueries and of
 * functions.
 */
function namedTables(code: string): Set<string> {
  const found = new Set<string>()
  visitNodes(parseAst(code, { lang: 'ts' }), (node) => {
    for (const name of tablesOf(sqlOf(node))) found.add(name)
    for (const text of argumentsOf(node)) found.add(/^\w*/.exec(text)?.[0] ?? '')
  })
  return found
}

const keywords = 'from|join|into|update|using|table|references'
const alias = String.raw`(?:\s+(?:as\s+)?(?!(?:${keywords})\b)\w+)?`
const item = String.raw`(?:(?:only|lateral)\s+)?[\w."]*(?:\s*\(\))?${alias}(?:\s*\(\))?`
const afterKeyword = new RegExp(String.raw`\b(?:${keywords})\s+(${item}(?:\s*,\s*${item})*)`, 'gi')
/** A piece of SQL that is put behind a `from` elsewhere: `members m left join …`. */
const beginning = /^\s*(\w+)(?:\s+(?:as\s+)?\w+)?\s+(?:(?:left|right|full|inner|cross)\s+)?join\s/i

const mayNameTables = new RegExp(String.raw`\b(?:${keywords})\s`, 'i')

/** Names behind the words of SQL that a table follows, one query inside another read by itself. */
function tablesOf(sql: string): string[] {
  if (!mayNameTables.test(sql)) return []
  const found: string[] = []
  let rest = sql.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, `''`)
  const read = (query: string): string => {
    found.push(beginning.exec(query)?.[1] ?? '')
    for (const [, list = ''] of query.matchAll(afterKeyword)) {
      for (const part of list.split(',')) {
        const name = /^\s*(?:(?:only|lateral)\s+)?(?:public\.)?"?(\w+)/i.exec(part)?.[1]
        if (name) found.push(name)
      }
    }
    return '()'
  }
  // From the inside out, so that the list behind a `from` does not end at a function or a subquery in it.
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(/\([^()]*\)/g, (inner) => (inner === '()' ? inner : read(inner.slice(1, -1))))
  }
  read(rest)
  return found
}

describe('the search', () => {
  const tables = ['members', 'banks', 'entries', 'settings']
  const foundIn = (code: string) => tables.filter((table) => namedTables(code).has(table))

  it.each([
    '`select 1 from members`',
    '`select 1 from others join members using (id)`',
    `\`select (select min(id) from members) from \${others}\``,
    '`select 1 from unnest($1::text[]) g (id), members m where m.id = g.id`',
    `\`select 1 from \${others} o, lateral (select 1 from members where id = o.id) m\``,
    '`select 1 from others left join only members m using (id)`',
    "'insert into members (id) values ($1)'",
    "'with made as (update members set name = $1 returning id) select id from made'",
    "'delete from others using members where true'",
    "'lock table members in share mode'",
    "const source = 'members m left join others o on o.id = m.id'",
    "db.selectFrom('members')",
    "db.selectFrom(['others as o', 'members as m'])",
    "db.selectFrom('others').innerJoin('members as m', 'm.id', 'o.id')",
    "db.insertInto('members').values(row)",
    "db.updateTable('members').set(row)",
    "db.deleteFrom('others').using('members')",
    `sql\`select 1 from \${sql.table('members')}\``,
    "withoutTable(database, 'members', act)",
  ])('finds the table in %s', (code) => expect(foundIn(code)).toEqual(['members']))

  it.each([
    "import { members } from './members.ts'",
    '/* taken from members */ // update members',
    '`select id -- not from members\n from others`',
    "const message = 'Members, banks and entries; see settings'",
    "emit('members')",
    "Buffer.from('members')",
    'context.settings.get(banks)',
    "`select id from others where note = 'from members'`",
    '`select members, entries from others order by banks`',
  ])('finds none in %s', (code) => expect(foundIn(code)).toEqual([]))
})

interface Found {
  name: string
  owners: string[]
  /** The files of production that name it, and those of tests. */
  where: string[]
  tests: string[]
}

describe('a table is named', () => {
  let found: Found[]
  beforeAll(async () => {
    const database = await testDatabase('postgres', { max: 1 })
    const tables = await database.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
       order by 1`,
    )
    await database.drop()
    const places = all.map((file) => ({ file, names: namedTables(readFileSync(join(root, file), 'utf8')) }))
    found = tables.map(({ name }) => {
      const files = places.filter(({ names }) => names.has(name)).map(({ file }) => file)
      const where = files.filter((file) => !isTest(file))
      return { name, owners: [...new Set(where.map(ownerOf))].sort(), where, tests: files.filter(isTest) }
    })
    expect(tables.length).toBeGreaterThan(40)
  })

  it('in the files of one owner', () => {
    // A table that nobody names is one that this search does not find, or one that nobody needs.
    const doubtful = found.filter(({ owners }) => owners.length !== 1)
    const isKnown = ({ name, owners }: { name: string; owners: string[] }) =>
      `${shared[name as keyof typeof shared]}` === `${owners}`
    expect(doubtful.filter((found) => !isKnown(found)).map(({ name, where }) => [name, ...where])).toEqual([])
    expect(doubtful.map(({ name }) => name).sort()).toEqual(Object.keys(shared).sort())
  })

  it('in the tests and testing files of its owner', () => {
    const foreign = all
      .filter((file) => !exempt.includes(file))
      .map((file) => {
        const isForeign = (found: Found) =>
          found.tests.includes(file) && !found.owners.includes(ownerOf(file))
        return [file, found.filter(isForeign).map(({ name }) => name)] as const
      })
    const left = Object.fromEntries(foreign.filter(([, names]) => names.length > 0))
    expect(left).toEqual(open)
  })
})
