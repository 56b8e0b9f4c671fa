import { expect, it } from 'vitest'
import { isOfDesk } from './live.ts'

it.each<[string, readonly unknown[], boolean]>([
  ['the list of a queue that changed', ['desk', 'items', 'withdrawal', {}], true],
  ['an item of it', ['desk', 'item', 'withdrawal', '7'], true],
  ['the list of another queue', ['desk', 'items', 'slip', {}], false],
  ['how much waits', ['desk', 'queues'], true],
  ['who pays for whom', ['desk', 'payers', 'm1'], true],
  ['what is shown of the member beside an item', ['summary', 'm1'], true],
  ['money of nobody', ['suspense', 'SCB'], true],
  ['the chats', ['chats'], false],
])('a change in a queue makes %s out of date, or not', (_, queryKey, isOld) =>
  expect(isOfDesk(new Set(['withdrawal']))({ queryKey })).toBe(isOld),
)
