import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import * as endpoints from '@krapao/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../testing/app.ts'

/** The facts about the layout that a reader relies on. */

const root = join(import.meta.dirname, '../..')
const sides = ['contract', 'server', 'web', 'member', 'console', 'sandbox', 'e2e', 'bench', 'scripts']
const built = /(^|\/)(node_modules|dist|\.cache|\.data|test-results)(\/|$)/

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => built.test(String(name)) }).sort()
const sources = sides.flatMap((side) => find(`${side}/**/*.{ts,tsx}`)).filter((file) => !built.test(file))
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const slices =
  'account lookup wallet game deposit withdraw bonus promotion invite refund spinwheel statement chat protection operator desk'.split(
    ' ',
  )

interface Import {
  from: string
  /** The file, from the root of the repository; a package by its name. */
  to: string
  typeOnly: boolean
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
    return { from, to, typeOnly: match[1] !== undefined }
  })
})

const isTest = (file: string): boolean => /\.test\.tsx?$|^e2e\/|\/testing(\/|\.tsx?$)/.test(file)

/** Imports of the files under `where` that lead to other own files than those under `allowed`. */
function strays(where: RegExp, allowed: RegExp[], ignore: (found: Import) => boolean = () => false) {
  return imports
    .filter(({ from, to }) => where.test(from) && !isTest(from) && sides.includes(to.split('/')[0] ?? ''))
    .filter((found) => !allowed.some((allow) => allow.test(found.to)) && !ignore(found))
    .map(({ from, to }) => `${from} → ${to}`)
}

/** A folder inside a slice that holds a part of its work. */
const room = /^(?:server|member|console)\/slices\/[^/]+\/(?!testing\/)[^/]+\//

/** What is left of a graph when whatever nothing leads to, or that leads nowhere, is taken away: its cycles. */
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

describe('arrows: ui, platform, contract ← ledger ← outside ← slices ← app', () => {
  const contract = /^contract\//
  const platform = /^server\/platform\//
  const web = /^web\//

  it('finds the imports of every side', () => {
    for (const side of ['contract', 'server', 'web', 'member', 'sandbox']) {
      expect(imports.filter(({ from }) => from.startsWith(`${side}/`)).length).toBeGreaterThan(5)
    }
  })

  it('contract', () => expect(strays(/^contract\//, [contract])).toEqual([]))
  it('platform', () => expect(strays(platform, [contract, platform])).toEqual([]))
  it('ledger', () =>
    expect(strays(/^server\/ledger\//, [contract, platform, /^server\/ledger\//])).toEqual([]))
  it('the ledger is reached from outside by its public.ts; by tests also through its testing folder', () => {
    const inside = /^server\/ledger\//
    const found = imports.filter(({ from, to }) => inside.test(to) && !inside.test(from))
    expect(found.length).toBeGreaterThan(10)
    const isOpen = ({ from, to }: Import) =>
      to === 'server/ledger/public.ts' || (isTest(from) && to.startsWith('server/ledger/testing/'))
    expect(found.filter((one) => !isOpen(one)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
  it('adapters', () =>
    expect(strays(/^server\/adapters\//, [contract, platform, /^server\/adapters\//])).toEqual([]))
  it('work with the outside: stands on the ledger, knows no slice and no port', () =>
    expect(
      strays(/^server\/outside\//, [
        contract,
        platform,
        /^server\/ledger\/public\.ts$/,
        /^server\/outside\//,
      ]),
    ).toEqual([]))
  it('slices of the server: ports, not adapters; another slice by its public.ts only', () =>
    expect(
      strays(
        /^server\/slices\//,
        [
          contract,
          platform,
          /^server\/ledger\//,
          /^server\/outside\//,
          /^server\/adapters\/[^/]+\/port\.ts$/,
          /^server\/slices\/(context|[^/]+\/public)\.ts$/,
        ],
        sameSlice,
      ),
    ).toEqual([]))
  it('a room inside a slice is reached from outside by the public.ts or route.ts of the slice', () => {
    // A measurement takes a part out of its place.
    const found = imports.filter((one) => !isTest(one.from) && !/^bench\//.test(one.from) && !sameSlice(one))
    expect(found.filter(({ to }) => room.test(to)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
  it('the rooms of a slice form no cycle, nor do the files beside them', () => {
    /** The room of a file; a file beside the rooms is one of its own. */
    const roomOf = (file: string) => room.exec(file)?.[0] ?? file
    const sliceFolder = (file: string) => file.split('/').slice(0, 3).join('/')
    const divided = new Set(sources.filter((file) => room.test(file)).map(sliceFolder))
    expect([...divided]).toContain('server/slices/deposit')
    const arrows = imports
      .filter((one) => divided.has(sliceFolder(one.from)) && sameSlice(one) && !isTest(one.from))
      .map(({ from, to }) => [roomOf(from), roomOf(to)] as const)
      .filter(([from, to]) => from !== to)
    expect(cycleOf(arrows)).toEqual([])
  })
  it('app', () =>
    expect(strays(/^server\/app\//, [contract, /^server\//, /^sandbox\/plugin\.ts$/])).toEqual([]))
  it('sandbox: stands outside, with the platform only', () =>
    expect(strays(/^sandbox\//, [contract, platform, /^sandbox\//])).toEqual([]))

  it('web: what both browser apps share knows neither of them, nor the server', () =>
    expect(strays(web, [contract, web])).toEqual([]))
  it.each(['member', 'console'])('ui of %s knows no slice and no app', (side) => {
    expect(strays(new RegExp(`^${side}/ui/`), [contract, /^web\/ui\//, new RegExp(`^${side}/ui/`)])).toEqual(
      [],
    )
  })
  it.each(['member', 'console'])(
    'a slice of %s reaches another by its public.ts, or opens a modal of it',
    (side) => {
      const allowed = [contract, web, new RegExp(`^${side}/(ui|app)/`)]
      // A modal is a door, too: a whole file with one component, loaded when it is opened.
      const others = new RegExp(`^${side}/slices/[^/]+/(public\\.tsx?|[a-z-]+-modal\\.tsx)$`)
      expect(strays(new RegExp(`^${side}/slices/`), [...allowed, others], sameSlice)).toEqual([])
    },
  )
  it.each([
    ['member', '(app|routes|home-page|tiles|menu|member-layout|visitor-layout)'],
    ['console', '(app|layout)'],
  ])(
    'a slice of %s knows nothing of the roof: pages by their paths, layouts, the dashboard',
    (side, roof) => {
      const file = new RegExp(`^${side}/app/${roof}\\.tsx$`)
      expect(imports.filter(({ to }) => file.test(to)).length).toBeGreaterThan(1)
      const found = imports.filter(({ from, to }) => from.startsWith(`${side}/slices/`) && file.test(to))
      expect(found.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
    },
  )
  it('no files form a cycle, also by types and by what is fetched later', () => {
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

describe('what the browser takes from the contract', () => {
  const atRunTime = [
    'money',
    'limits',
    'game',
    'errors',
    'events',
    'sender',
    'comparison',
    'ledger-accounts',
    'own-brand',
    'slices/operator/roles',
    'slices/deposit/slip/closing-hours',
  ].map((name) => `contract/${name}.ts`)

  it.each(atRunTime)('%s imports nothing but others of them', (file) => {
    const found = imports.filter(({ from, typeOnly }) => from === file && !typeOnly)
    expect(found.filter(({ to }) => !atRunTime.includes(to))).toEqual([])
  })

  it('is types, and at run time those files only', () => {
    const found = imports.filter(
      ({ from, to, typeOnly }) =>
        /^(web|member|console)\//.test(from) && !isTest(from) && to.startsWith('contract/') && !typeOnly,
    )
    expect(found.filter(({ to }) => !atRunTime.includes(to))).toEqual([])
  })
})

describe('names', () => {
  it.each(['contract', 'server', 'member', 'console'])('slices of %s are named as everywhere', (side) => {
    const folders = find(`${side}/slices/*/**/*.*`).map((file) => file.split('/')[2] ?? '')
    expect([...new Set(folders)].filter((folder) => !slices.includes(folder))).toEqual([])
  })

  it('no file or folder is called after nothing in particular', () => {
    const vague = /(^|\/)(utils?|helpers?|misc|common|stuff)(\.|\/)/i
    expect(sources.filter((file) => vague.test(file))).toEqual([])
  })

  it('nothing is left to do', () => {
    const mark = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`)
    const files = [...sources, ...sides.flatMap((side) => find(`${side}/**/*.{css,sql,mjs,html}`))]
    expect(files.filter((file) => mark.test(read(file)))).toEqual([])
  })
})

describe('copies', () => {
  /** Lines that carry something: no imports, comments, brackets alone. Indentation does not count. */
  const linesOf = (file: string): [number, string][] =>
    read(file)
      .split('\n')
      .map((line, i): [number, string] => [i + 1, line.trim()])
      .filter(([, line]) => /\w/.test(line) && !/^(import |export \{|\/\/|\*|\/\*)/.test(line))

  it('no ten lines are the same in two places', () => {
    const styles = sides.flatMap((side) => find(`${side}/**/*.css`)).filter((file) => !built.test(file))
    const first = new Map<string, string>()
    const copies: string[] = []
    for (const file of [...sources, ...styles].filter((one) => !isTest(one))) {
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
  // What a migration cites stays as it is: one that has run is never changed.
  const written = [
    ...sources,
    ...sides.flatMap((side) => find(`${side}/**/*.{css,sql,mjs}`)),
    ...documents,
  ].filter((file) => !file.startsWith('server/migrations/'))

  it('are there where a file names them', () => {
    const names = documents.map((file) => basename(file))
    const missing = written.flatMap((file) =>
      [...read(file).matchAll(/[\w-]+\.md\b/g)]
        .filter(([name]) => !names.includes(name))
        .map(([name]) => `${file}: ${name}`),
    )
    expect(missing).toEqual([])
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
})

describe('texts of the browser apps', () => {
  const languages = ['th', 'la', 'en']
  const rooms = [
    ...new Set(
      find('{web/errors,{member,console}/{app,slices/*}}/texts.*.json').map((file) => dirname(file)),
    ),
  ]

  /** Every text of a room by its dotted key. */
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

  it.each(rooms)('%s says the same in three languages, and nothing empty', (room) => {
    const thai = texts(room, 'th')
    for (const language of languages) {
      const own = texts(room, language)
      expect([...own.keys()].sort(), language).toEqual([...thai.keys()].sort())
      for (const [key, text] of own) {
        expect(text.trim(), `${language} ${key}`).not.toBe('')
        expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(thai.get(key) ?? ''))
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

  it('no answer has a rule about decimals: in floating point 40.37 is no multiple of 0.01', () => {
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
