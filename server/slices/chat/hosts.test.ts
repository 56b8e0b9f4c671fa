import type { BotContent } from '@krapao/contract/slices/chat/bot.ts'
import type { BotMessage, ChatButton } from '@krapao/contract/slices/chat/message.ts'
import { describe, expect, it, test } from 'vitest'
import { firstBot } from './first-bot.ts'
import { hostsOfBot, hostsOfReply, hostsOfText, isOwnHost } from './hosts.ts'

/** Where texts lead, in one form (rules.md §12.10). */

describe('a text leads to', () => {
  it.each([
    ['see https://evil.example/login now', ['evil.example']],
    ['http: is the same host: http://evil.example', ['evil.example']],
    ['HTTPS://EVIL.Example.', ['evil.example']],
    ['www.evil.example', ['www.evil.example']],
    ['evil.example', ['evil.example']],
    ['go to evil.example/login, now', ['evil.example']],
    ['//evil.example', ['evil.example']],
    ['help@evil.example', ['evil.example']],
    ['mailto:help@evil.example', ['evil.example']],
    ['ftp://evil/x', ['evil']],
    ['https://evil/', ['evil']],
    ['https:evil', ['evil']],
    // Ports: another one may be somebody else's server.
    ['https://evil.example:443/', ['evil.example']],
    ['https://evil.example:8443/', ['evil.example:8443']],
    ['evil.example:8443', ['evil.example:8443']],
    // Another place than it says.
    ['https://bank.example@evil.example', ['bank.example', 'evil.example']],
    ['https://bank.example:x@evil.example/', ['bank.example', 'evil.example']],
    ['https:\\\\evil.example\\login', ['evil.example']],
    ['https:////evil.example', ['evil.example']],
    ['https://0x7f000001/', ['127.0.0.1']],
    ['https://2130706433', ['127.0.0.1']],
    ['https://[::1]/', ['[::1]']],
    ['10.0.0.1', ['10.0.0.1']],
    ['https://%65vil/', ['evil']],
    // Letters that look like Latin ones, wide ones, and signs that nobody sees.
    ['https://kr\u0430pao.example', ['xn--krpao-5ve.example']],
    ['kr\u0430pao.example', ['xn--krpao-5ve.example']],
    ['xn--krpao-5ve.example', ['xn--krpao-5ve.example']],
    ['ｅｖｉｌ．ｅｘａｍｐｌｅ', ['evil.example']],
    ['evil\u3002example', ['evil.example']],
    ['ev\u200Bil.exam\u2060ple', ['evil.example']],
    ['evil\u00AD.exa\uFE0Fmple', ['evil.example']],
    ['\u202Eevil.example', ['evil.example']],
    // Thai and Lao have no blanks between words.
    ['ดูที่evil.exampleนะคะ', ['evil.example']],
    ['ເບິ່ງ https://evil.exampleແລ້ວ', ['evil.example']],
    ['เว็บ.ไทย', ['xn--r3cz4e3a.xn--o3cw4h']],
    ['evil.ไทยค่ะ', ['evil.xn--o3cw4h']],
    // Names in Thai and Lao: their ends, with what stands behind them, with digits and dots of any script.
    ['เว็บ.คอม', ['xn--r3cz4e3a.xn--42c2d9a']],
    ['evil.คอมนะคะ', ['evil.xn--42c2d9a']],
    ['ເວັບ.ລາວ', ['xn--f7cz4a8c.xn--q7ce6a']],
    ['evil.ລາວແລ້ວ', ['evil.xn--q7ce6a']],
    ['https://เว็บ.คอม/login', ['xn--r3cz4e3a.xn--42c2d9a']],
    ['https://bank.example.คอม/', ['bank.example.xn--42c2d9a']],
    ['help@bank.example.คอม', ['bank.example.xn--42c2d9a']],
    ['เว็บ．คอม เว็บ。ไทย', ['xn--r3cz4e3a.xn--42c2d9a', 'xn--r3cz4e3a.xn--o3cw4h']],
    ['evil.ค\u200Bอม', ['evil.xn--42c2d9a']],
    ['evil๑.example', ['xn--evil-opo.example']],
    ['evil໑.ລາວ', ['xn--evil-y7o.xn--q7ce6a']],
    ['๑๒๓.คอม', ['xn--c5ccd.xn--42c2d9a']],
    ['evil.example๑', ['evil.example']],
    ['evil１.example', ['evil1.example']],
    ['น้ำ.ไทย', ['xn--q3c4c8cq.xn--o3cw4h']],
    ['evil.xn--42c2d9a', ['evil.xn--42c2d9a']],
    ['xn--r3cz4e3a.xn--o3cw4h/a', ['xn--r3cz4e3a.xn--o3cw4h']],
    ['пример.рф', ['xn--e1afmkfd.xn--p1ai']],
    ['例え。テスト', ['xn--r8jz45g.xn--zckzah']],
    // A scheme says that it is one, whatever it ends with.
    ['https://เว็บ.อะไร/x', ['xn--r3cz4e3a.xn--03ctj4f']],
    ['krapao.exampleแล้วevil.example', ['krapao.example', 'evil.example']],
    // Several, each once, and signs around them.
    ['(evil.example), _evil.example_ “other.example”…', ['evil.example', 'other.example']],
    // What follows a host is a page of it.
    ['https://krapao.example/a/index.html?x=b.html', ['krapao.example']],
  ])('%j', (text, hosts) => expect(hostsOfText(text).toSorted()).toEqual(hosts.toSorted()))
})

test.each([
  ['https://krapao.com\\www.evil.example', 'www.evil.example'],
  ['https://krapao.com/\u200Bwww.evil.example', 'www.evil.example'],
  ['https://krapao.com\uFF0Fwww.evil.example', 'www.evil.example'],
  ['https://krapao.co\u200Bm', 'krapao.co'],
  ['https://krapao.co\u3002th', 'krapao.co'],
  ['https://krapao.co\uFF0Eth', 'krapao.co'],
  ['https://krapao.co\u24C2', 'krapao.co'],
])('what the app makes a link of is among those of %j', (text, host) =>
  expect(hostsOfText(text)).toContain(host),
)

test.each([
  ['โอน 100.50 บาท เวลา 10.30 น. พ.ศ. 2567 น.ส. จ.เชียงใหม่ โทร.02-123-4567'],
  ['e.g. at 5 p.m., version 2.0.1, 24/7 … Wait...for it'],
  ['3.5.บาท ๓.๕.บาท 1,000.50บาท 10.30น. ๑๐.๓๐ น. 5.ครั้ง วันที่ 1.ก.ค.2569 ฯลฯ. ก.ค. พ.ค.'],
  ['ธ.ไทยพาณิชย์ ธ.กรุงไทย บมจ.ไทยพาณิชย์ มือถือ.คอมพิวเตอร์ โบนัส.คอมมิชชัน ด่วน.โปรดรอ'],
  ['1.5.ກີບ ໑໐.໓໐ ໂມງ 1.000ກີບ ວັນທີ 1.7.2026 ແລະ ອື່ນໆ.'],
  ['ເບິ່ງທີ່ໜ້າຫຼັກ ໃຕ້ “ກຳລັງດຳເນີນການ”. 1.000.000 ກີບ'],
  ['{name} 081-234-5678 tel:1190 deposit//withdraw and: so'],
  [''],
])('none in %j', (text) => expect(hostsOfText(text)).toEqual([]))

test('long texts of half addresses are read at once', () => {
  // A pattern that looks at each part again from each place would take minutes for this.
  for (const part of ['a', 'http://', 'www.', 'a@', '://', 'a.', 'https:', '.', '-', 'กa', 'a.ก', '/'])
    expect(hostsOfText(part.repeat(2000 / part.length))).toBeInstanceOf(Array)
})

describe('a bot leads to', () => {
  const each = (messages: BotMessage[]) => ({ th: [], la: messages, en: [] })
  const button = (type: ChatButton['type'], title: string, payload: string): ChatButton => ({
    type,
    title,
    payload,
  })
  const withButton = (button: ChatButton): BotMessage => ({
    message_type: 'quick_replies',
    payload: { message: 'x', buttons: [button] },
  })
  const card = (change: object): BotMessage => ({
    message_type: 'generic',
    payloads: [{ image: null, title: 'x', subtitle: '', buttons: [], ...change }],
  })
  const rule = (message: BotMessage): Partial<BotContent> => ({
    rules: [
      { postback: 'in.postback', keywords: ['in.keyword'], replies: each([message]), handsOver: false },
    ],
  })
  const said = (message: string): BotMessage => ({ message_type: 'text', payload: { message } })

  it.each<[string, Partial<BotContent>, string[]]>([
    ['what is shipped', {}, []],
    ['its greeting', { greeting: each([said('evil.example')]) }, ['evil.example']],
    ['a rule’s text', rule(said('evil.example')), ['evil.example']],
    ['a button', rule(withButton(button('web', 'x', 'https://EVIL.example/a'))), ['evil.example']],
    ['a button’s title', rule(withButton(button('text', 'evil.example', ''))), ['evil.example']],
    ['a number', rule(withButton(button('call', 'x', '+66 2 123 4567'))), []],
    ['a postback and keyword, which nobody sees', rule(withButton(button('postback', 'x', 'a.bc'))), []],
    ['a card', rule(card({ title: 'one.example', subtitle: 'two.example' })), ['one.example', 'two.example']],
    [
      'a card’s button',
      rule(card({ buttons: [button('web', 'x', 'https://evil.example')] })),
      ['evil.example'],
    ],
    ['what is said by hand-over', { away: { th: '', la: 'evil.example', en: '' } }, ['evil.example']],
    [
      'what answers everything else',
      { fallback: { replies: each([said('evil.example')]), handsOver: true } },
      ['evil.example'],
    ],
  ])('%s', (_, change, hosts) => expect(hostsOfBot({ ...firstBot, ...change })).toEqual(hosts))
})

test('a canned reply also leads to where it leads without the customer’s name', () => {
  expect(hostsOfReply({ th: 'evil{name}.example', la: '', en: 'x other.example' })).toEqual([
    'evil.example',
    'other.example',
  ])
})

test.each([
  ['https://krapao.example', 'krapao.example', true],
  ['https://krapao.example', 'www.krapao.example', false],
  ['https://krapao.example', 'krapao.example:8443', false],
  ['https://krapao.example:8443', 'krapao.example:8443', true],
  ['https://krapao.example', 'localhost:3000', false],
  [undefined, 'localhost:3000', true],
  [undefined, 'localhost.evil.example', false],
  [undefined, 'krapao.example', false],
])('at %j the host %j is our own: %j', (publicUrl, host, own) => expect(isOwnHost(publicUrl, host)).toBe(own))
