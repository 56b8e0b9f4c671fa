import { local } from '@krapao/web/storage/stored.ts'
import { expect, test } from 'vitest'
import { homeRoom, homeRoomEntry } from './home-room.ts'

const none = { bonus: 0, waiting: [], ended: [], isMore: false, played: 0 }
const kept = { bonus: 64, waiting: [65, 88], ended: [65], isMore: true, played: 3 }

test.each<[string, string | undefined, object]>([
  ['nothing yet', undefined, none],
  ['what was kept', JSON.stringify(kept), kept],
  ['a part of it', '{"bonus":64}', { ...none, bonus: 64 }],
  ['another entry', '{', none],
  ['no object', 'null', none],
  ['a word', '"64"', none],
  [
    'other kinds of values',
    '{"bonus":"64","waiting":"65","ended":{"length":9},"isMore":1,"played":null}',
    none,
  ],
  [
    'what is no height',
    '{"bonus":-1,"waiting":[65,"x",null,1e9,[]],"ended":[{}],"played":1e9}',
    {
      ...none,
      waiting: [65],
    },
  ],
])('the room of the last visit: %s', (_, entry, room) => {
  if (entry) local.keep(homeRoomEntry, entry)
  expect(homeRoom()).toEqual(room)
})
