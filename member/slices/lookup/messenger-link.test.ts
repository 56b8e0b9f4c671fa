import { expect, it } from 'vitest'
import { linkWithText } from './messenger-link.ts'

const text = 'รหัสอ้างอิง SL1234 & more'
const expected = `https://line.me/R/oaMessage/%40krapao/?${encodeURIComponent(text)}`

it.each([
  'https://line.me/R/ti/p/@krapao',
  'https://line.me/R/ti/p/%40krapao',
  'https://line.me/ti/p/@krapao',
  'https://line.me/R/oaMessage/@krapao/',
])('%s opens a chat with the text', (link) => expect(linkWithText(link, text)).toBe(expected))

it.each([
  'https://krapao.example/line',
  'https://lin.ee/abc',
  'https://line.me/ti/p/somebody',
  'https://line.me/R/ti/p/@krapao?x=1',
  'http://line.me.example/R/ti/p/@krapao',
  '',
])('%j stays as it is', (link) => expect(linkWithText(link, text)).toBe(link))
