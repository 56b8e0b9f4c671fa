// The pictures of the providers in the member app. Names are alike (PG and PG Slot, Joker and Joker 2), so
// each mark has colours of its own, too.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gameCodes } from '@krapao/contract/game.ts'
import { expect, it } from 'vitest'
import { artOf } from './providers.ts'

const pictures = join(import.meta.dirname, '../../../member/public')

/** The colours of the tile that a mark is drawn on, so that it can be seen on light and on dark. */
function tileOf(svg: string): string | undefined {
  const id = /<rect width="96" height="96" rx="\d+" fill="url\(#([\w-]+)\)"/.exec(svg)?.[1]
  const gradient = id && new RegExp(`<linearGradient id="${id}"[^>]*>(.*?)</linearGradient>`).exec(svg)?.[1]
  return gradient?.match(/#[0-9a-f]{6}/g)?.join(' ')
}

it('every mark is on a tile in colours that no other one has', () => {
  const tiles = gameCodes.map((code) => tileOf(readFileSync(join(pictures, artOf(code).logo), 'utf8')))
  expect(tiles).not.toContain(undefined)
  expect(new Set(tiles).size).toBe(gameCodes.length)
})
