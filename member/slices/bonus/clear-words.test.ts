import { readFileSync } from 'node:fs'
import { languages } from '@krapao/contract/languages.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { formatMinute } from '@krapao/web/ui/format.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { walletOf } from '../../testing/answers.ts'
import { clearLines, clearWords } from './clear-words.ts'

describe.each(languages)('in %s, a bonus that was not cancelled', (language) => {
  beforeAll(() => {
    i18n.choose(language)
    const texts = readFileSync(`${import.meta.dirname}/../../../web/bonus/texts.${language}.json`, 'utf8')
    i18n.add(language, JSON.parse(texts))
  })

  const wallet = { currency: 'THB', slots: walletOf(0).slots } as const
  const say = (code: ApiError['code'], body: object = {}) =>
    clearWords({ t: i18n.t, wallet }, new ApiError(code, 422, body))
  const figures = { current: 70, required: 100, floor: 5, total: 1234.5 }
  const home = { home: ['PG'] }

  it('may not be cancelled any more: the figures say when it may, after the money that is home', () => {
    const refused = say('BONUS_REMAINING', figures)
    expect(refused).toContain('฿5.00')
    expect(refused).toContain('฿1,234.50')
    expect(say('BONUS_REMAINING', { ...figures, ...home })).toBe(`${i18n.t('bonus.cameHome')} ${refused}`)
  })

  it.each(['GAME_PENDING', 'NO_DATA'] as const)('%s says first that money is home', (code) => {
    const refused = say(code, { games: ['JOKER'] })
    expect(refused).not.toContain(i18n.t('bonus.cameHome'))
    expect(say(code, { games: ['JOKER'], ...home })).toBe(`${i18n.t('bonus.cameHome')} ${refused}`)
  })

  it('waits for money of a game, or for bets there, and then says until when', () => {
    const until = '2026-12-12T07:00:00.000Z'
    const at = { games: ['PG', 'GONE'] }
    const games = 'PG Soft, GONE'
    expect(say('GAME_PENDING', at)).toBe(i18n.t('bonus.clearAway', { games }))
    expect(say('GAME_PENDING', { games: [] })).toBe(i18n.t('bonus.clearPending'))
    expect(say('GAME_PENDING', { ...at, until: null })).toBe(i18n.t('bonus.openBets', { games }))
    const text = say('GAME_PENDING', { ...at, until })
    expect(text).toBe(i18n.t('bonus.openBetsUntil', { games, until: formatMinute(until) }))
    expect(text).toContain('14:00')
  })

  it('has other figures: one text of its own says that money is home', () => {
    expect(say('FIGURES_CHANGED')).toBe(i18n.t('bonus.changed'))
    expect(say('FIGURES_CHANGED', home)).toBe(i18n.t('bonus.changedHome'))
  })

  it('for another reason is left to the text of its code', () => {
    expect(say('UNDER_WAY')).toBeUndefined()
    expect(clearWords({ t: i18n.t, wallet }, new Error('offline'))).toBeUndefined()
  })

  it('leaves what is in transit as well, and says so where there is some', () => {
    const speaker = { t: i18n.t, wallet: { currency: 'THB' } } as const
    const lines = (inTransit: number) => clearLines(speaker, { returned: 20, kept: 500, inTransit })
    const both = [
      [i18n.t('bonus.returned'), '฿20.00'],
      [i18n.t('bonus.kept'), '฿500.00'],
    ]
    expect(lines(0)).toEqual(both)
    expect(lines(120)).toEqual([...both, [i18n.t('bonus.line.inTransit'), '฿120.00']])
  })
})
