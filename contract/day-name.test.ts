import { expect, it } from 'vitest'
import { dayName } from './day-name.ts'

it.each([
  ['2026-11-23', '2026-11-23', 'en', 'Today'],
  ['2026-11-23', '2026-11-23', 'th', 'วันนี้'],
  ['2026-11-22', '2026-11-23', 'en', 'Yesterday'],
  ['2026-11-22', '2026-11-23', 'la', 'ມື້ວານ'],
  ['2026-11-22', '2026-11-23', 'another', 'Yesterday'],
  ['2026-11-21', '2026-11-23', 'en', '21 November 2026'],
  ['2026-11-24', '2026-11-23', 'th', '24 พฤศจิกายน 2569'],
  ['2025-12-31', '2026-01-01', 'en', 'Yesterday'],
  ['2024-02-29', '2024-03-01', 'en', 'Yesterday'],
  ['2025-11-23', '2026-11-23', 'en', '23 November 2025'],
])('%s on %s in %s is called %s', (day, today, language, name) =>
  expect(dayName(day, today, language)).toBe(name),
)
