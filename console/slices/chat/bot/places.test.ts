import { expect, it } from 'vitest'
import { languageOf, partOf, placesOf } from './places.ts'

it('finds the part and the language of a place', () => {
  expect(
    ['greeting/th/0', 'rules/12/keywords/1', 'rules', 'fallback/replies/en', 'away/la'].map(partOf),
  ).toEqual(['greeting', 'rules/12', 'greeting', 'fallback', 'words'])
  expect(languageOf('rules/2/replies/la/0/payload/message')).toBe('la')
  expect(languageOf('rules/2/keywords/0')).toBeUndefined()
})

it('says once what is wrong in each language, and names the languages otherwise', () => {
  const missing = (language: string, at: number) => ({
    field: `greeting/${language}/${at}/payload/message`,
    problem: 'MISSING' as const,
  })
  const found = placesOf([
    missing('th', 0),
    missing('th', 1),
    missing('la', 0),
    missing('en', 0),
    missing('la', 1),
    { field: 'rules/0', problem: 'UNREACHED' },
  ])
  expect(found.map(({ part, languages, fields }) => [part, languages, fields.length])).toEqual([
    ['greeting', [], 3],
    ['greeting', ['th', 'la'], 2],
    ['rules/0', [], 1],
  ])
})
