import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import * as endpoints from '@krapao/contract/endpoints.ts'
import { errorStatus } from '@krapao/contract/errors.ts'
import { languages } from '@krapao/contract/languages.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'

/** Rules of the layout that a reader relies on. */

const root = join(import.meta.dirname, '../..')
const sides = ['contract', 'server', 'web', 'member', 'console', 'sandbox', 'e2e', 'bench', 'scripts']
const built = /(^|\/)(node_modules|dist|\.cache|\.data|test-results)(\/|$)/

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => built.test(String(name)) }).sort()
const sources = sides.flatMap((side) => find(`${side}/**/*.{ts,tsx}`)).filter((file) => !built.test(file))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const slices =
  'account lookup house wallet game deposit withdraw bonus promotion invite refund spinwheel statement outcome under-way chat protection operator desk campaign settings push'.split(
    ' ',
  )

interface Import {
  from: string
  /** The imported file, from the root of the repository; a package by its name. */
  to: string
  typeOnly: boolean
  /** It is loaded when it is needed, by `import()`. */
  late: boolean
}

const imports: Import[] = sources.flatMap((from) => {
  const found = read(from).matchAll(
    /^(?:import|export)\s+(type\s)?[^'"`;]*?from\s+'([^']+)'|^import\s+()'([^']+)'|\bimport\(\s*()'([^']+)'/gm,
  )
  return [...found].map((match) => {
    const path = match[2] ?? match[4] ?? match[6] ?? ''
    const to = path.startsWith('.')
      ? relative(root, join(root, dirname(from), path))
      : path.replace(/^@krapao\//, '')
    return { from, to, typeOnly: match[1] !== undefined, late: match[6] !== undefined }
  })
})

const isTest = (file: string): boolean => /\.test\.tsx?$|^e2e\/|\/testing(\/|\.tsx?$)/.test(file)

/** Imports of the files under `where` that lead to our files outside `allowed`. */
function foreignImports(where: RegExp, allowed: RegExp[], ignore: (found: Import) => boolean = () => false) {
  return imports
    .filter(({ from, to }) => where.test(from) && !isTest(from) && sides.includes(to.split('/')[0] ?? ''))
    .filter((found) => !allowed.some((allow) => allow.test(found.to)) && !ignore(found))
    .map(({ from, to }) => `${from} → ${to}`)
}

/** A folder inside a slice that contains a part of its work. */
const room = /^(?:server|member|console)\/slices\/[^/]+\/(?!testing\/)[^/]+\//

/**
 * Removes nodes without incoming or without outgoing edges until none is left to remove; the rest are the
 * cycles.
 */
function cycleOf(arrows: (readonly [string, string])[]): string[] {
  const left = arrows.filter(
    ([from, to]) => arrows.some(([start]) => start === to) && arrows.some(([, end]) => end === from),
  )
  if (left.length < arrows.length) return cycleOf(left)
  return [...new Set(left.map(([from, to]) => `${from} → ${to}`))]
}

const sliceOf = (file: string): string | undefined =>
  /^(?:server|member|console)\/slices\/([^/]+)\//.exec(file)?.[1]
const sameSlice = ({ from, to }: Import): boolean =>
  sliceOf(from) === sliceOf(to) && from.split('/')[0] === to.split('/')[0]

it('a start loads nothing large that its first calls do not need', () => {
  const early = imports.filter(({ typeOnly, late }) => !typeOnly && !late)
  const loaded = new Set(['server/app/main.ts'])
  for (const file of loaded) for (const { from, to } of early) if (from === file) loaded.add(to)
  expect(loaded).toContain('fastify')
  const large = ['redis', '@electric-sql/pglite', '@fastify/swagger-ui', '@simplewebauthn/server', 'pdfkit']
  expect(large.filter((name) => loaded.has(name))).toEqual([])
})

describe('arrows: ui, platform, contract ← ledger, desk ← journals, outside ← slices ← app', () => {
  const contract = /^contract\//
  const platform = /^server\/platform\//
  const web = /^web\//

  it('finds the imports of every side', () => {
    for (const side of ['contract', 'server', 'web', 'member', 'sandbox']) {
      expect(imports.filter(({ from }) => from.startsWith(`${side}/`)).length).toBeGreaterThan(5)
    }
  })

  it('contract', () => expect(foreignImports(/^contract\//, [contract])).toEqual([]))
  it('platform', () => expect(foreignImports(platform, [contract, platform])).toEqual([]))
  it('ledger', () =>
    expect(foreignImports(/^server\/ledger\//, [contract, platform, /^server\/ledger\//])).toEqual([]))
  it('the ledger is imported from outside by its public.ts only; by tests also through its testing folder', () => {
    const inside = /^server\/ledger\//
    const found = imports.filter(({ from, to }) => inside.test(to) && !inside.test(from))
    expect(found.length).toBeGreaterThan(10)
    const isOpen = ({ from, to }: Import) =>
      to === 'server/ledger/public.ts' || (isTest(from) && to.startsWith('server/ledger/testing/'))
    expect(found.filter((use) => !isOpen(use)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
  it('kinds of journals know the ledger and no slice', () =>
    expect(
      foreignImports(/^server\/journals\//, [
        contract,
        platform,
        /^server\/ledger\/public\.ts$/,
        /^server\/journals\//,
      ]),
    ).toEqual([]))
  it('slices post by the kinds of journals, not whatever the ledger takes', () => {
    const untyped = /import [^;']*\b(?:Posting|Ledger|LedgerOf)\b[^;']*from '[./]+ledger\/public\.ts'/
    const slices = sources.filter((name) => /^server\/slices\//.test(name) && !isTest(name))
    expect(slices.length).toBeGreaterThan(200)
    expect(slices.filter((name) => untyped.test(read(name)))).toEqual([])
  })
  it('adapters', () =>
    expect(foreignImports(/^server\/adapters\//, [contract, platform, /^server\/adapters\//])).toEqual([]))
  it('the list of the desk', () =>
    expect(foreignImports(/^server\/desk\//, [contract, platform, /^server\/desk\//])).toEqual([]))
  it('work with the outside uses the ledger and knows neither slices nor ports', () =>
    expect(
      foreignImports(/^server\/outside\//, [
        contract,
        platform,
        /^server\/ledger\/public\.ts$/,
        /^server\/desk\//,
        /^server\/outside\//,
      ]),
    ).toEqual([]))
  it('slices of the server use ports, not adapters, and another slice by its public.ts only', () =>
    expect(
      foreignImports(
        /^server\/slices\//,
        [
          contract,
          platform,
          /^server\/ledger\//,
          /^server\/journals\//,
          /^server\/desk\//,
          /^server\/outside\//,
          /^server\/adapters\/[^/]+\/port\.ts$/,
          /^server\/slices\/(context|[^/]+\/public)\.ts$/,
        ],
        // The context names the type of what it holds, and the public.ts of its slice knows the context.
        (use) => sameSlice(use) || (use.from === 'server/slices/context.ts' && use.typeOnly),
      ),
    ).toEqual([]))
  it('a folder inside a slice is imported from outside through the public.ts or route.ts of the slice', () => {
    // A benchmark may import a single part, and the app declares the types of all texts.
    const isFree = ({ from, to }: Import) => isTest(from) || from.startsWith('bench/') || to.endsWith('.json')
    const found = imports.filter((use) => !isFree(use) && !sameSlice(use))
    expect(found.filter(({ to }) => room.test(to)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
  it('the folders of a slice form no cycle, nor do the files beside them', () => {
    /** The folder of a file; a file beside the folders counts as a folder of its own. */
    const roomOf = (file: string) => room.exec(file)?.[0] ?? file
    const sliceFolder = (file: string) => file.split('/').slice(0, 3).join('/')
    const divided = new Set(sources.filter((file) => room.test(file)).map(sliceFolder))
    expect([...divided]).toContain('server/slices/deposit')
    const arrows = imports
      .filter((use) => divided.has(sliceFolder(use.from)) && sameSlice(use) && !isTest(use.from))
      .map(({ from, to }) => [roomOf(from), roomOf(to)] as const)
      .filter(([from, to]) => from !== to)
    expect(cycleOf(arrows)).toEqual([])
  })
  it('app uses slices by their public.ts and mounts them by their route.ts', () => {
    const found = imports.filter(
      ({ from, to }) => from.startsWith('server/app/') && !isTest(from) && sliceOf(to),
    )
    expect(found.length).toBeGreaterThan(30)
    const isOpen = ({ to }: Import) =>
      /^server\/slices\/[^/]+\/(public|route)\.ts$/.test(to) || to.endsWith('.json')
    expect(found.filter((use) => !isOpen(use)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
  it('app', () =>
    expect(foreignImports(/^server\/app\//, [contract, /^server\//, /^sandbox\/plugin\.ts$/])).toEqual([]))
  it('the sandbox knows nothing of the server and is given what it needs', () =>
    expect(foreignImports(/^sandbox\/(?!page\/)/, [contract, /^sandbox\/(?!page\/)/])).toEqual([]))
  it('the page of the sandbox uses only those files of its server that browsers may load', () =>
    expect(
      foreignImports(/^sandbox\/page\//, [contract, web, /^sandbox\/(page\/|(wire|odds|fault-names)\.ts$)/]),
    ).toEqual([]))

  it('browsers load nothing of i18next: it is there for its types, and to be compared with (web/i18n)', () =>
    expect(
      imports.filter(
        ({ from, to, typeOnly }) =>
          to === 'i18next' && !typeOnly && from !== 'web/i18n/use-translation.test.ts',
      ),
    ).toEqual([]))

  it('web, which the browser apps and the sandbox’s page share, knows none of them, nor the server', () =>
    expect(foreignImports(web, [contract, web])).toEqual([]))
  it.each(['member', 'console'])('ui of %s knows no slice and no app', (side) => {
    expect(
      foreignImports(new RegExp(`^${side}/ui/`), [contract, /^web\/(ui|i18n)\//, new RegExp(`^${side}/ui/`)]),
    ).toEqual([])
  })
  it.each([
    ['member', 'frame'],
    ['console', 'app'],
  ])(
    'a slice of %s uses ui, %s and another slice by its public.ts, or loads a part of it when it is needed',
    (side, foundation) => {
      const allowed = [contract, web, new RegExp(`^${side}/(ui|${foundation})/`)]
      const others = new RegExp(`^${side}/slices/[^/]+/public\\.tsx?$`)
      // A file with one component beside the public.ts, such as a modal: what needs it loads it by import().
      const part = new RegExp(`^${side}/slices/[^/]+/[a-z-]+\\.tsx$`)
      const isFree = (one: Import) => sameSlice(one) || (one.late && part.test(one.to))
      expect(foreignImports(new RegExp(`^${side}/slices/`), [...allowed, others], isFree)).toEqual([])
    },
  )
  it('the frame of the member app, which its slices stand on, knows none of them', () => {
    const frame = /^member\/frame\//
    expect(sources.filter((file) => frame.test(file)).length).toBeGreaterThan(40)
    // The types of all texts are declared there.
    const isText = ({ to }: Import) => /\/texts\.th\.json$/.test(to)
    const known = [contract, web, /^member\/ui\//, /^member\/worker\/messages\.ts$/, frame]
    expect(foreignImports(frame, known, isText)).toEqual([])
  })
  it('a slice of the console knows nothing of the roof: pages by their paths, layouts', () => {
    const roof = /^console\/app\/(app|layout)\.tsx$/
    expect(imports.filter(({ to }) => roof.test(to)).length).toBeGreaterThan(1)
    const found = imports.filter(({ from, to }) => from.startsWith('console/slices/') && roof.test(to))
    expect(found.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
  it('no files form a cycle, not even by types or by dynamic imports', () => {
    const arrows = imports
      .filter(({ from, to }) => sides.includes(to.split('/')[0] ?? '') && !isTest(from))
      .map(({ from, to }) => [from, to] as const)
    expect(arrows.length).toBeGreaterThan(2000)
    expect(cycleOf(arrows)).toEqual([])
  })
  it.each(['web', 'member', 'console'])('%s takes types from the server, never code', (side) => {
    const found = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith(`${side}/`) && !isTest(from) && to.startsWith('server/') && !typeOnly,
    )
    expect(found).toEqual([])
  })
})

describe('services', () => {
  const files = sources.filter((file) => /^(server|bench|e2e)\//.test(file) && !file.endsWith('tidy.test.ts'))
  /** Names in `Services`, each with the slice that declares it. */
  const owners = new Map(
    files.flatMap((file) =>
      [...read(file).matchAll(/declare module '[./]+context\.ts' \{\n {2}interface Services \{([^}]*)\}/g)]
        .flatMap(([, body = '']) => [...body.matchAll(/^ {4}(\w+)\b/gm)])
        .map(([, name = '']) => [name, sliceOf(file)] as const),
    ),
  )
  /** Names that code reads: `services.push`, and `const { push } = context.services`. */
  const namesIn = (code: string): string[] => [
    ...[...code.matchAll(/\bservices\??\.(\w+)/g)].map(([, name = '']) => name),
    ...[...code.matchAll(/\{([^{}]*)\} = (?:\w+\.)*services\b/g)].flatMap(
      ([, list = '']) => list.match(/\w+/g) ?? [],
    ),
  ]

  it('the search finds what is read', () => {
    expect(owners.size).toBeGreaterThan(15)
    expect(namesIn('context.services.push.idle()')).toEqual(['push'])
    expect(namesIn('const { chatBot } = context.services')).toEqual(['chatBot'])
  })
  it('of the context are read by their slice alone; others call its public.ts', () => {
    const isForeign = (file: string) => (name: string) =>
      owners.has(name) && owners.get(name) !== sliceOf(file)
    const found = files.map((file) => [file, ...namesIn(read(file)).filter(isForeign(file))])
    expect(found.filter(([, ...names]) => names.length > 0)).toEqual([])
  })
})

it('a refusal with the status 429 is a TooMany, which says when to try again', () => {
  const codes = Object.entries(errorStatus).flatMap(([code, status]) => (status === 429 ? [code] : []))
  const plain = new RegExp(`new Refusal\\('(${codes.join('|')})'`)
  expect("throw new Refusal('OTP_BLOCK')").toMatch(plain)
  expect(sources.filter((file) => !isTest(file) && plain.test(read(file)))).toEqual([])
})

describe('addresses of requests', () => {
  it('are looked at as the router reads them, by routeOf, except where they are logged', () => {
    const found = sources.filter(
      (file) =>
        file.startsWith('server/') &&
        !isTest(file) &&
        /\brequest(\.raw)?\.url\b|\braw\.url\b/.test(read(file)),
    )
    expect(found).toEqual(['server/app/log.ts', 'server/platform/route-of.ts'])
  })
})

it('pages show dates and times by one module, in Bangkok and in the era of the language', () => {
  const others =
    /Intl\.DateTimeFormat|\.toLocale(Date|Time)?String\((?!'en)|\.get(Hours|Minutes|Seconds|Date|Day|Month|FullYear)\(/
  const pages = sources.filter((file) => /^(web|member|console|sandbox\/page)\//.test(file) && !isTest(file))
  expect(pages.filter((file) => others.test(read(file)))).toEqual([])
})

describe('the files of the contract that browsers load', () => {
  const atRunTime = [
    'money',
    'digits',
    'address',
    'client-error',
    'links',
    'limits',
    'qr-gateways',
    'bank-names',
    'game',
    'errors',
    'events',
    'phone',
    'name-form',
    'search-form',
    'sender',
    'masked-number',
    'name-form',
    'name-titles',
    'name-comparison',
    'comparison',
    'ledger-accounts',
    'own-brand',
    'chat-frame',
    'slices/operator/roles',
    'slices/operator/audit-actions',
    'slices/campaign/kinds',
    'slices/campaign/problems',
    'slices/campaign/changes',
    'closing-hours',
    'dates',
    'day-name',
    'languages',
    'slices/spinwheel/draw',
    'slices/push/kinds',
    'slices/desk/reason-codes',
    'slices/bonus/bonus-end',
    'slices/campaign/cost',
    'slices/campaign/ceilings',
    'slices/chat/answer-of-bot',
    'slices/chat/bot-problems',
  ].map((name) => `contract/${name}.ts`)

  it.each(atRunTime)('%s imports only others of them', (file) => {
    const found = imports.filter(({ from, typeOnly }) => from === file && !typeOnly)
    expect(found.filter(({ to }) => !atRunTime.includes(to))).toEqual([])
  })

  it('are these only; everything else is types', () => {
    const found = imports.filter(
      ({ from, to, typeOnly }) =>
        /^(web|member|console|sandbox\/page)\//.test(from) &&
        !isTest(from) &&
        to.startsWith('contract/') &&
        !typeOnly,
    )
    expect(found.filter(({ to }) => !atRunTime.includes(to))).toEqual([])
  })
})

describe('names', () => {
  it.each(['contract', 'server', 'member', 'console'])('slices of %s are named as everywhere', (side) => {
    const folders = find(`${side}/slices/*/**/*.*`).map((file) => file.split('/')[2] ?? '')
    expect([...new Set(folders)].filter((folder) => !slices.includes(folder))).toEqual([])
  })

  it('no file or folder has a meaningless name', () => {
    const vague = /(^|\/)(utils?|helpers?|misc|common|stuff)(\.|\/)/i
    expect(sources.filter((file) => vague.test(file))).toEqual([])
  })

  it('of people are compared by compareNames and mayBeOneName only (rules.md §2.11)', () => {
    const name = String.raw`\b\w*(?:[aA]ccountName|fromName|toName)\b(?:\.(?:trim|toLowerCase|toUpperCase)\(\))*`
    const compared = new RegExp(
      String.raw`${name}\s*[!=]==(?! '')|[!=]== (?:\w+\.)*${name}|${name}\.(?:startsWith|endsWith|includes|indexOf|localeCompare)\(`,
    )
    expect('if (row.fromName === member.bankAccountName)').toMatch(compared)
    expect("if (given.bankAccountName.trim() === '')").not.toMatch(compared)
    const found = sources.filter((file) => !isTest(file) && compared.test(read(file)))
    expect(found).toEqual([])
  })

  it('no parameter or variable is called `one`: the name says which thing it is', () => {
    const called = /(?<![\w.'-])one(?= =>|[,)\]]|: [A-Za-z{]| = )/
    for (const code of ['map((one) => one.id)', 'const one = first', '([one, other]) =>', 'f(one: Date)'])
      expect(code).toMatch(called)
    expect('{ both: 70_00, one: 1_20 }').not.toMatch(called)
    const rooms = sources.filter((file) => /^(server|contract|sandbox|scripts|bench)\//.test(file))
    const withoutWords = (file: string) =>
      read(file)
        .replace(/^ *(\/\/|\/?\*).*$/gm, '')
        .replace(/ \/\/ .*$/gm, '')
        .replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, '')
    expect(rooms.length).toBeGreaterThan(1000)
    const own = 'server/app/tidy.test.ts'
    expect(rooms.filter((file) => file !== own && called.test(withoutWords(file)))).toEqual([])
  })

  it('no file marks something as left to do', () => {
    const mark = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`)
    const files = [...sources, ...sides.flatMap((side) => find(`${side}/**/*.{css,sql,mjs,html}`))]
    expect(files.filter((file) => mark.test(read(file)))).toEqual([])
  })
})

it('uploads are decoded in processes that can be ended: nothing else loads what decodes them', () => {
  const decoding = [
    'server/platform/picture.ts',
    'server/platform/picture-cleaning.ts',
    'server/slices/deposit/slip/scan.ts',
  ]
  const found = imports.filter(
    ({ from, to, typeOnly }) =>
      decoding.includes(to) &&
      !typeOnly &&
      !isTest(from) &&
      !from.startsWith('bench/') &&
      !/-process\.ts$|\/picture-cleaning\.ts$/.test(from),
  )
  expect(found.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

describe('migrations', () => {
  const files = find('server/migrations/*').map((file) => basename(file))

  it('have numbers that follow each other', () => {
    expect(files.filter((file) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(file))).toEqual([])
    expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, i) => i + 1))
  })

  it('have one file that creates what an owner has', () => {
    const created = files.flatMap((file) => /^\d{4}-create-(.+)\.sql$/.exec(file)?.[1] ?? [])
    expect(created.length).toBeGreaterThan(9)
    expect(created.filter((owner, i) => created.indexOf(owner) !== i)).toEqual([])
    const owners = ['ledger', 'platform', 'outside', ...slices]
    expect(created.filter((owner) => !owners.includes(owner))).toEqual([])
  })
})

describe('SQL', () => {
  const production = sources.filter((file) => file.startsWith('server/') && !isTest(file))

  it('of a slice is in its stores', () => {
    const asks =
      /\brawQuery[<(]|\.query[<(]|\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
    const askers = production.filter((file) => file.startsWith('server/slices/') && asks.test(read(file)))
    expect(askers.length).toBeGreaterThan(20)
    // What locks, decides and writes there is one thing that is read in one piece.
    const kept = [
      'public',
      'reports/journals',
      'reports/locks',
      'reports/reversal',
      'reports/review-ends',
      'reports/slip-end',
      'slip/credit',
      'slip/review',
    ].map((name) => `server/slices/deposit/${name}.ts`)
    expect(askers.filter((file) => !/(^|[/-])store(-[a-z]+)?\.ts$|house-accounts\.ts$/.test(file))).toEqual(
      kept,
    )
  })

  it('is in a transaction that the platform has opened', () => {
    const opens = sources.filter(
      (file) => /^(server|bench)\//.test(file) && /\.transaction\(\)/.test(read(file)),
    )
    expect(opens).toEqual(['server/platform/database.ts'])
  })
})

describe('languages', () => {
  const table = 'contract/languages.ts'
  const production = sources.filter((file) => !isTest(file) && file !== table)

  it('are listed in contract/languages.ts only', () => {
    const spelled =
      /'th' ?\| ?'la' ?\| ?'en'|\['th', ?'la', ?'en'|\b(th\|la\|en|TH\|LA\|EN)\b|texts\.la\.json/
    for (const text of ["type Language = 'th' | 'la' | 'en'", '/texts.(th|la|en).json/'])
      expect(text).toMatch(spelled)
    expect(production.filter((file) => spelled.test(read(file)))).toEqual([])
  })

  it('are told apart in code only where a further one may be absent: dates, breaks of lines, letters', () => {
    const each = /^ *(['"]?)la\1: /m
    expect(production.filter((file) => each.test(read(file)))).toEqual([
      'contract/dates.ts',
      'contract/day-name.ts',
      // By the build, which is Thai or Lao.
      'contract/own-brand.ts',
      'server/app/demo/seed.ts',
      'web/build/whole-words.ts',
      'scripts/first-files.ts',
    ])
  })
})

it('comments keep to the width of the code, 110', () => {
  // A comment that switches a rule off has to be one line.
  const wide = sources.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) =>
        /^\s*(\/\/|\/?\*)/.test(line) && [...line].length > 110 && !line.includes('biome-ignore')
          ? [`${file}:${at + 1}`]
          : [],
      ),
  )
  expect(wide).toEqual([])
})

it('no file of production has more than 400 lines', () => {
  const long = sources.filter((file) => !isTest(file) && read(file).split('\n').length - 1 > 400)
  expect(long).toEqual([])
})

describe('copies', () => {
  /** Lines with content: no imports, comments, or brackets alone. Indentation does not count. */
  const linesOf = (file: string): [number, string][] =>
    read(file)
      .split('\n')
      .map((line, i): [number, string] => [i + 1, line.trim()])
      .filter(([, line]) => /\w/.test(line) && !/^(import |export \{|\/\/|\*|\/\*)/.test(line))

  it('no ten lines appear in two places', () => {
    const styles = sides.flatMap((side) => find(`${side}/**/*.css`)).filter((file) => !built.test(file))
    const first = new Map<string, string>()
    const copies: string[] = []
    for (const file of [...sources, ...styles].filter((path) => !isTest(path))) {
      const lines = linesOf(file)
      for (let i = 0; i + 10 <= lines.length; i++) {
        const text = lines
          .slice(i, i + 10)
          .map(([, line]) => line)
          .join('\n')
        const place = `${file}:${lines[i]?.[0]}`
        const before = first.get(text)
        if (before) copies.push(`${place} as ${before}`)
        else first.set(text, place)
      }
    }
    expect(first.size).toBeGreaterThan(10_000)
    expect(copies).toEqual([])
  })
})

describe('documents', () => {
  const documents = [...find('*.md'), ...find('docs/**/*.md')]
  // References in a migration stay as they are, because a migration that has run is never changed.
  const written = [
    ...sources,
    ...sides.flatMap((side) => find(`${side}/**/*.{css,sql,mjs}`)),
    ...documents,
  ].filter((file) => !file.startsWith('server/migrations/'))

  it('exist if a file names them', () => {
    const names = documents.map((file) => basename(file))
    const missing = written.flatMap((file) =>
      [...read(file).matchAll(/[\w-]+\.md\b/g)]
        .filter(([name]) => !names.includes(name))
        .map(([name]) => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('name the version of the app: the changes by the number of package.json, and what is next before it', () => {
    const headings = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings.slice(0, 2)).toEqual(['Next', JSON.parse(read('package.json')).version])
    for (const file of ['README.md', 'docs/upgrading.md']) {
      expect(read(file), file).toContain('CHANGELOG.md')
      expect(read(file), file).toContain('SECURITY.md')
    }
  })

  it('have the headings that links lead to', () => {
    /** As a page of the repository names the places of its headings. */
    const placeOf = (title: string) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
        .trim()
        .replace(/\s/g, '-')
    const links = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\(([\w./-]*\.md)?#([^)]+)\)/g)].map(([, path = '', place = '']) => ({
        file,
        to: path === '' ? file : join(dirname(file), path),
        place,
      })),
    )
    const dead = links.filter(
      ({ to, place }) =>
        !read(to)
          .split('\n')
          .some((line) => /^#+ /.test(line) && placeOf(line.replace(/^#+ /, '')) === place),
    )
    expect(links.length).toBeGreaterThan(10)
    expect(dead.map(({ file, to, place }) => `${file}: ${to}#${place}`)).toEqual([])
  })

  /** Numbers of headings and of the rules below them: 5, 5.1 … */
  function sectionsOf(document: string): string[] {
    let section = ''
    return read(document)
      .split('\n')
      .flatMap((line) => {
        const [, heading, rule] = /^(?:## (\d+)|(\d+))\. /.exec(line) ?? []
        if (heading) section = heading
        return heading ?? (rule ? `${section}.${rule}` : [])
      })
  }

  it.each(['rules', 'product'])('every section of %s that is cited is there', (name) => {
    const sections = sectionsOf(`docs/${name}.md`)
    const citation = new RegExp(`${name}\\.md((?:,? (?:and )?§[\\d.]*\\d)+)`, 'g')
    const cited = written.flatMap((file) => {
      const text = read(file).replace(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, ' ')
      return [...text.matchAll(citation)].flatMap(([, all = '']) =>
        [...all.matchAll(/§([\d.]*\d)/g)].map(([, section = '']) => ({ file, section })),
      )
    })
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter(({ section }) => !sections.includes(section))).toEqual([])
  })

  /** The sentences of a page, in its paragraphs, items of lists and cells of tables; links by their words. */
  const sentencesOf = (document: string): string[] =>
    read(document)
      .replace(/^```.*?^```$/gms, '')
      .replace(/^#.*$/gm, '')
      .replace(/\]\([^)]*\)/g, ']')
      .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|(?<!\\)\|/)
      .flatMap((part) => part.replace(/\s+/g, ' ').split(/(?<=[.!?][)*"”]*) (?=[*(“"`A-Z0-9[])/))

  it.each(['rules', 'product'])('%s has no sentence of more than 30 words', (name) => {
    const wordsOf = (text: string) => text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    const sentences = sentencesOf(`docs/${name}.md`)
    expect(sentences.length).toBeGreaterThan(1000)
    expect(sentences.filter((sentence) => wordsOf(sentence) > 30)).toEqual([])
  })

  const decisions = find('docs/decisions/0*.md')

  it.each(decisions)('%s has the four headings of a decision', (file) => {
    const headings = [...read(file).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Context', 'Decision', 'Consequences', 'Status'])
  })
})

describe('texts', () => {
  const rooms = [
    ...new Set(
      find(
        '{web/{bonus,chat,errors},sandbox/page,member/frame,{console,server}/{app,app/*/*},{member,console,server}/{slices/*,slices/*/*}}/texts.*.json',
      ).map((file) => dirname(file)),
    ),
  ]

  /** Every text of a folder by its dotted key. */
  function texts(room: string, language: string): Map<string, string> {
    const found = new Map<string, string>()
    const collect = (value: unknown, path: string): void => {
      if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value)) collect(inner, path ? `${path}.${key}` : key)
      } else found.set(path, typeof value === 'string' ? value : '')
    }
    collect(JSON.parse(read(`${room}/texts.${language}.json`)), '')
    return found
  }

  it.each(rooms)('%s has the same keys in each language, and no empty text', (room) => {
    const thai = texts(room, 'th')
    for (const language of languages) {
      const own = texts(room, language)
      expect([...own.keys()].sort(), language).toEqual([...thai.keys()].sort())
      for (const [key, text] of own) {
        expect(text.trim(), `${language} ${key}`).not.toBe('')
        // The form for one may say "once" in place of the number.
        const isSaid = (placeholder: string) => !key.endsWith('_one') || placeholder !== '{{count}}'
        expect(placeholders(text).filter(isSaid), `${language} ${key}`).toEqual(
          placeholders(thai.get(key) ?? '').filter(isSaid),
        )
      }
    }
  })
})

const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}|<\/?\d+>|%\w+%/g) ?? []).sort()

describe('calls', () => {
  const declared = Object.values(endpoints)
  const names = declared.map(({ method, path }) => `${method} ${path}`)
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  /** The calls that members and outside programs rely on (product.md §7). */
  const asked = [
    ...'banks deposit conditions agreements info notice contact withdraw slip sources active registerOTP enableChatWidget'
      .split(' ')
      .map((name) => `GET /api/lookup/${name}`),
    'POST /api/login',
    'POST /api/logout',
    'POST /api/account/validate',
    'POST /api/account',
    'GET /api/account/profile',
    'PUT /api/account/profile',
    'PUT /api/account/bankAccountName',
    'PUT /api/account/changepwd',
    'POST /api/otp/send',
    'POST /api/otp/verify',
    'GET /api/wallet',
    'GET /api/wallet/refresh/slot',
    'GET /api/wallet/activate/:code',
    'GET /api/wallet/account/:code',
    'GET /api/wallet/resetpassword/:code',
    'POST /api/wallet/transfer',
    'POST /api/wallet/transferAll',
    'POST /api/wallet/add',
    'POST /api/wallet/withdraw',
    'POST /api/wallet/withdrawAll',
    'POST /api/wallet/slip',
    'POST /api/wallet/truelink',
    'GET /api/qrcode/:code',
    'POST /api/qrcode/:code',
    'DELETE /api/qrcode/:qrcodeId',
    'POST /api/statement',
    'POST /api/statement/slip',
    'GET /api/statement/slip/reference/:reference',
    'GET /api/autoLogin/:provider/:username',
    'GET /api/autoLogin/:provider/:username/:password',
  ]

  it.each(asked)('%s is in the contract', (name) => expect(names).toContain(name))

  it('the server has a route for every call of the contract', () => {
    const missing = declared.filter(({ method, path }) => !app.server.app.hasRoute({ method, url: path }))
    expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('the server documents no call that the contract does not have', () => {
    const documented = Object.entries(app.server.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map(
        (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    )
    expect(documented.filter((name) => name.includes(' /api/')).sort()).toEqual([...names].sort())
  })

  it('no answer’s schema checks decimals: in floating point 40.37 is no multiple of 0.01', () => {
    const ruled = declared.filter(({ answer }) => JSON.stringify(answer).includes('multipleOf'))
    expect(ruled.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('every contract file of a slice declares one call, or a shape that several share', () => {
    const declarations = (file: string) => (read(file).match(/= endpoint\(/g) ?? []).length
    const crowded = find('contract/slices/*/**/*.ts').filter((file) => declarations(file) > 1)
    // One call whose path has a form with a password and one without (product.md §7 Auto-login).
    expect(crowded).toEqual(['contract/slices/game/auto-login.ts'])
    const all = find('contract/slices/*/**/*.ts').reduce((sum, file) => sum + declarations(file), 0)
    expect(names).toHaveLength(all)
  })
})
