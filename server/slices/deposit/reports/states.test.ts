import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkStep, nextStates, type ReportState } from './states.ts'

const states = Object.keys(nextStates) as ReportState[]

describe('the state chart of reports', () => {
  it('is the one that the decision draws', () => {
    const page = join(import.meta.dirname, '../../../../docs/decisions/0066-one-table-of-reports.md')
    const [, chart = ''] = /```mermaid\nstateDiagram-v2\n(.*?)```/s.exec(readFileSync(page, 'utf8')) ?? []
    const drawn = chart
      .trim()
      .split('\n')
      .map((line) => line.trim().replaceAll('in_doubt', 'in-doubt'))
    const steps = states.flatMap((from) => nextStates[from].map((to) => `${from} --> ${to}`))
    expect(drawn).toEqual(['[*] --> waiting', ...steps])
  })

  it('lets nothing follow what is final', () => {
    for (const from of ['internal', 'explained', 'returned'] as const)
      for (const to of states) expect(() => checkStep(from, to), `${from} ${to}`).toThrow(/does not become/)
  })

  it('credits nothing twice, and nothing that is going back', () => {
    for (const from of ['credited', 'returning'] as const)
      expect(() => checkStep(from, 'credited'), from).toThrow('a report does not become credited')
  })
})
