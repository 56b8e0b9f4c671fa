import { local } from '@krapao/web/storage/stored.ts'
import { expect, test } from 'vitest'
import { ownRoom } from './own-room.ts'

const kept = { isBonus: true, height: 612.5, head: 42 }

test.each<[string, string | undefined, object | undefined]>([
  ['nothing yet', undefined, undefined],
  ['what was kept', JSON.stringify(kept), kept],
  ['a part of it', '{"height":612.5}', undefined],
  ['another entry', '{', undefined],
  ['no object', 'null', undefined],
  ['other kinds of values', '{"isBonus":1,"height":"612","head":42}', undefined],
  ['what is no height', '{"isBonus":true,"height":612,"head":1e9}', undefined],
])('the room above the offers: %s', (_, entry, room) => {
  if (entry) local.keep('bonus-room', entry)
  expect(ownRoom()).toEqual(room)
})
