import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Endpoint, Hook } from './endpoint.ts'
import * as endpoints from './endpoints.ts'
import { commonErrors, errorStatus } from './errors.ts'
import * as hooks from './hooks.ts'
import { slipNotes } from './slices/deposit/slip/list-slips.ts'

/**
 * The tables of docs/product.md agree with the contract. A failing test prints missing rows as they have to
 * be written.
 */

const document = readFileSync(join(import.meta.dirname, '../docs/product.md'), 'utf8')

/** The lines of a section that start like its rows, sorted. */
function rowsOf(section: number, begin: RegExp): string[] {
  const from = document.indexOf(`\n## ${section}. `)
  const text = document.slice(from, document.indexOf('\n## ', from + 1))
  return text
    .split('\n')
    .filter((line) => begin.test(line))
    .sort()
}

const code = (text: string): string => `\`${text}\``
const row = (...cells: string[]): string =>
  `|${cells.map((cell) => ` ${cell} `.replace('  ', ' ')).join('|')}|`

describe('docs/product.md', () => {
  it('§7 has one row for each call: who may call, what it does, its error codes', () => {
    const calls: (Endpoint | Hook)[] = [...Object.values(endpoints), ...Object.values(hooks)]
    const expected = calls.map((call) => {
      const { method, path, access, summary, errors } = call
      const who = 'roles' in call ? call.roles?.join(', ') : undefined
      return row(code(`${method} ${path}`), who ?? access, summary, errors.map(code).join(' '))
    })
    expect(rowsOf(7, /^\| `(GET|POST|PUT|DELETE) /)).toEqual(expected.sort())
  })

  it('§7 has one row for each kind of caller, with the error codes of all its calls', () => {
    const expected = Object.entries(commonErrors).map(([who, codes]) => row(who, codes.map(code).join(' ')))
    expect(rowsOf(7, /^\| (visitor|member|customer|operator|outside) \|/)).toEqual(expected.sort())
  })

  it('§8 has one row for each error code, with its status', () => {
    const rows = rowsOf(8, /^\| `/).map((line) => line.split('|').slice(1, 3).join('|'))
    const expected = Object.entries(errorStatus).map(([name, status]) => ` ${code(name)} | ${status} `)
    expect(rows).toEqual(expected.sort())
  })

  it('§8 has one row for each reason of a slip', () => {
    const reasons = rowsOf(8, /^\| [A-Z_]+ /).map((line) => line.split(' ')[1])
    expect(reasons).toEqual([...slipNotes].sort())
  })
})
