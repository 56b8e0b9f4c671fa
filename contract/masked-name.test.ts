import { expect, test } from 'vitest'
import { maskedName } from './masked-name.ts'

test.each([
  ['SOMYING JAIDEE', 'SO••• J•••'],
  ['สมหญิง ใจดี', 'สม••• ใ•••'],
  ['เกตุ  ณ อยุธยา', 'เ••• ••• อ•••'],
  ['ສົມຍິງ ໃຈດີ', 'ສົມ••• ໃ•••'],
  ['LI NA', 'L••• N•••'],
  ['A', '•••'],
  ['', ''],
])('%s is shown as %s', (name, shown) => {
  expect(maskedName(name)).toBe(shown)
})
