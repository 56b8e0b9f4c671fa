import { describe, expect, test } from 'vitest'
import { type Choice, findGames, usualOrder } from './find-games.ts'

const game = (code: string, name: string, more: object = {}) => ({
  code: code as 'PG',
  name,
  category: 'slot' as const,
  isActive: false,
  isFavourite: false,
  playedAt: null,
  ...more,
})
const games = [
  game('PG', 'PG'),
  game('PGSLOT', 'PG Slot', { isFavourite: true }),
  game('UFABET', 'Ufabet', { category: 'sport' as const }),
  game('HUAYHD', 'ห้วยเอชดี', { category: 'lotto' as const, isFavourite: true }),
]
const found = (search: string, choice: Choice = 'all') =>
  findGames(games, { search, choice }).map(({ code }) => code)

describe('games are found', () => {
  test.each<[string, Choice, string[]]>([
    ['', 'all', ['PG', 'PGSLOT', 'UFABET', 'HUAYHD']],
    ['  ', 'all', ['PG', 'PGSLOT', 'UFABET', 'HUAYHD']],
    ['pg', 'all', ['PG', 'PGSLOT']],
    ['pgslot', 'all', ['PGSLOT']],
    ['PG-slot ', 'all', ['PGSLOT']],
    ['huay', 'all', ['HUAYHD']],
    ['ห้วย', 'all', ['HUAYHD']],
    ['', 'favourite', ['PGSLOT', 'HUAYHD']],
    ['pg', 'favourite', ['PGSLOT']],
    ['', 'sport', ['UFABET']],
    ['pg', 'sport', []],
    ['nothing', 'all', []],
  ])('%s in %s', (search, choice, codes) => expect(found(search, choice)).toEqual(codes))
})

test('favourites come first, then what was played last, then own accounts, then the usual order', () => {
  const order = usualOrder([
    game('JOKER', 'Joker'),
    game('IMI', 'Imi', { isActive: true }),
    game('PG', 'PG', { isActive: true, playedAt: '2026-11-01T00:00:00.000Z' }),
    game('USUN', 'Usun', { isActive: true, playedAt: '2026-11-02T00:00:00.000Z' }),
    game('CIRCUS', 'Circus', { isFavourite: true }),
    game('SLOTXO', 'SlotXO'),
  ])
  expect(order.map(({ code }) => code)).toEqual(['CIRCUS', 'USUN', 'PG', 'IMI', 'JOKER', 'SLOTXO'])
})
