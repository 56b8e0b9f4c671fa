import { expect, it } from 'vitest'
import { isInstallDue } from './install.ts'

const days = ['2026-11-01', '2026-11-02', '2026-11-03']

it.each([
  ['the first visit', { days: days.slice(0, 1), hasDeposited: false, isPutAway: false }, false],
  ['the second day', { days: days.slice(0, 2), hasDeposited: false, isPutAway: false }, false],
  ['the third day', { days, hasDeposited: false, isPutAway: false }, true],
  ['after the first deposit', { days: days.slice(0, 1), hasDeposited: true, isPutAway: false }, true],
  ['after a no', { days, hasDeposited: true, isPutAway: true }, false],
])('%s: the app is offered or not', (_, history, due) => expect(isInstallDue(history)).toBe(due))
