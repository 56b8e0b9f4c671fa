import { expect, test } from 'vitest'
import { balanceOf, inGames, lastGame, staleGames, totalOf, type Wallet } from './wallet.ts'

const slot = (code: string, amount: number, isActive = true, isStale = false) =>
  ({ code, name: code, amount, isActive, isStale }) as Wallet['slots'][number]
const wallet = {
  wallet: { amount: 0.1 },
  slots: [slot('PG', 0.2), slot('JOKER', 1000.05, true, true), slot('IMI', 0, false, true)],
} as Wallet

test('the total is wallet plus games, to the satang', () => {
  expect(inGames(wallet)).toBe(1000.25)
  expect(totalOf(wallet)).toBe(1000.35)
})

test('an end without an account has a balance of 0', () => {
  expect(balanceOf(wallet, 'WALLET')).toBe(0.1)
  expect(balanceOf(wallet, 'JOKER')).toBe(1000.05)
  expect(balanceOf(wallet, 'IMI')).toBe(0)
  expect(balanceOf(wallet, 'HUAYHD')).toBe(0)
})

test('opened games whose balance is out of date are named', () => {
  expect(staleGames(wallet)).toEqual(['JOKER'])
})

test('money is meant for the game entered last, else the fullest, else the only one', () => {
  const game = (code: string, amount: number, playedAt: string | null = null, isActive = true) => ({
    ...slot(code, amount, isActive),
    playedAt,
  })
  const last = (...slots: Wallet['slots']) => lastGame({ slots })?.code
  const [early, late] = ['2026-11-01T10:00:00.000Z', '2026-11-02T09:00:00.000Z']
  expect(last(game('PG', 900, early), game('JOKER', 0, late), game('IMI', 5000))).toBe('JOKER')
  expect(last(game('PG', 20), game('JOKER', 30))).toBe('JOKER')
  expect(last(game('PG', 0), game('JOKER', 0, null, false))).toBe('PG')
  expect(last(game('PG', 0), game('JOKER', 0))).toBeUndefined()
  expect(last(game('PG', 10, late, false))).toBeUndefined()
})
