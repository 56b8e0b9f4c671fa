import { describe, expect, it } from 'vitest'
import { birthDateProblem, isoDate, yearIn } from './birth-date.ts'

describe('a typed year', () => {
  it.each([
    ['1990', 'BE', '2533'],
    ['2533', 'BE', '2533'],
    ['2533', 'CE', '1990'],
    ['1990', 'CE', '1990'],
    ['1900', 'BE', '2443'],
    ['2443', 'CE', '1900'],
    ['253', 'BE', '253'],
    ['', 'BE', ''],
  ] as const)('%s in %s → %s', (typed, era, shown) => expect(yearIn(typed, era)).toBe(shown))
})

describe('the day of the calendar', () => {
  it.each([
    ['17', '5', '2533', '1990-05-17'],
    ['17', '5', '1990', '1990-05-17'],
    ['29', '2', '2000', '2000-02-29'],
    ['29', '2', '1999', undefined],
    ['31', '4', '1990', undefined],
    ['0', '5', '1990', undefined],
    ['17', '', '1990', undefined],
    ['17', '5', '33', undefined],
    ['17', '5', '1899', undefined],
  ])('%s/%s/%s → %s', (day, month, year, iso) => expect(isoDate({ day, month, year })).toBe(iso))
})

describe('what is wrong', () => {
  it.each([
    ['', '', '', 'required'],
    ['17', '', '', 'invalid'],
    ['31', '2', '2533', 'invalid'],
    ['1', '3', '2549', undefined],
    ['2', '3', '2569', 'invalid'],
    ['1', '1', '2099', 'invalid'],
    ['2', '3', '2549', 'under-age'],
    ['2', '3', '2006', 'under-age'],
  ])('%s/%s/%s → %s', (day, month, year, problem) =>
    expect(birthDateProblem({ day, month, year }, '2026-03-01', 20)).toBe(problem),
  )
  it('the minimum age is the one that the server named; without one the server alone checks the age', () => {
    const born = { day: '1', month: '3', year: '2008' }
    expect(birthDateProblem(born, '2026-03-01', 18)).toBeUndefined()
    expect(birthDateProblem(born, '2026-03-01', 19)).toBe('under-age')
    expect(birthDateProblem(born, '2026-03-01')).toBeUndefined()
  })
})
