import { describe, expect, it } from 'vitest'
import { callHref, foreignHost, piecesOf, safeHref } from './links.ts'

/** The links of a text: what is shown, and where it leads. */
const linksOf = (text: string) => piecesOf(text).flatMap(({ text, href }) => (href ? [[text, href]] : []))

describe('the links of a text', () => {
  it.each([
    ['see https://krapao.test/help now', 'https://krapao.test/help', 'https://krapao.test/help'],
    ['http://krapao.test', 'http://krapao.test', 'http://krapao.test/'],
    ['HTTPS://KRAPAO.TEST/A', 'HTTPS://KRAPAO.TEST/A', 'https://krapao.test/A'],
    ['www.krapao.test/a', 'www.krapao.test/a', 'https://www.krapao.test/a'],
    ['write to help@krapao.test.', 'help@krapao.test', 'mailto:help@krapao.test'],
    ['mailto:help@krapao.test', 'mailto:help@krapao.test', 'mailto:help@krapao.test'],
    ['tel:+66-2-123-4567', 'tel:+66-2-123-4567', 'tel:+66-2-123-4567'],
    ['https://a.test/?q=1&r=2#top', 'https://a.test/?q=1&r=2#top', 'https://a.test/?q=1&r=2#top'],
    ['https://a.test:8443/x', 'https://a.test:8443/x', 'https://a.test:8443/x'],
    // Signs around an address.
    ['(https://a.test/x)', 'https://a.test/x', 'https://a.test/x'],
    ['https://a.test/x_(y)', 'https://a.test/x_(y)', 'https://a.test/x_(y)'],
    ['really https://a.test/x?!', 'https://a.test/x', 'https://a.test/x'],
    ['https://a.test/x, and', 'https://a.test/x', 'https://a.test/x'],
    ['“https://a.test/x”', 'https://a.test/x', 'https://a.test/x'],
    ['<https://a.test/x>', 'https://a.test/x', 'https://a.test/x'],
    // Thai and Lao have no spaces between words.
    ['ดูที่https://a.test/xนะคะ', 'https://a.test/x', 'https://a.test/x'],
    ['ເບິ່ງ https://a.testແລ້ວ', 'https://a.test', 'https://a.test/'],
    ['อีเมลhelp@krapao.testค่ะ', 'help@krapao.test', 'mailto:help@krapao.test'],
    ['ดู https://a.test.ขอบคุณค่ะ', 'https://a.test', 'https://a.test/'],
    ['ดู https://a.test/x.ไทยพาณิชย์', 'https://a.test/x', 'https://a.test/x'],
  ])('%s', (text, shown, href) => expect(linksOf(text)).toEqual([[shown, href]]))

  it.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(document.cookie)'],
    ['java\tscript:alert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['vbscript:msgbox(1)'],
    ['file:///etc/passwd'],
    ['blob:https'],
    ['ftp://a.test/x'],
    ['//a.test/x'],
    ['https://'],
    ['https://localhost/x'],
    ['https://127.0.0.1/x'],
    ['https://0x7f000001/'],
    // Another place than it says.
    ['https://krapao.test@evil.test/'],
    ['https://krapao.test:pass@evil.test/'],
    // Letters that look like Latin ones.
    ['https://kr\u0430pao.test/'],
    ['https://krapao.t\u0435st/'],
    ['https://krapao.test.ev\u0456l.test/'],
    ['https://krapao\u3002test/'],
    ['https://krapao.test\u0301/'],
    // A name that goes on in Thai or Lao.
    ['https://bank.test.ไทย/'],
    ['https://bank.test.คอมนะคะ'],
    ['www.bank.test\uFF0Eລາວ'],
    ['help@bank.test.คอม'],
    ['https://เว็บ.ไทย'],
    // An address in a script without letters, or with invisible signs.
    ['https://\u202Ekrapao.test'],
    ['https://\u200Bkrapao.test'],
    // Numbers that could be an account's.
    ['123-456-7890'],
    ['0812345678'],
  ])('none in %j', (text) => expect(linksOf(text)).toEqual([]))

  it('an address stops at a sign that turns the direction of writing', () => {
    expect(linksOf('https://a.test/\u202Egpj.exe')).toEqual([['https://a.test/', 'https://a.test/']])
  })

  it('every character of the text stays, in its order', () => {
    const text = 'a https://a.test/x, b www.b.test. <c@c.test> javascript:x https://é.test\nd'
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
    expect(linksOf(text)).toHaveLength(3)
  })

  it('a long text without a link, or of nothing but half links, is cut at once', () => {
    const began = performance.now()
    for (const part of ['a', 'http://', 'www.', 'a@', '(((', 'a.']) piecesOf(part.repeat(2000 / part.length))
    expect(performance.now() - began).toBeLessThan(500)
  })
})

describe('a page of krapao.test leads away', () => {
  it.each([
    ['https://evil.test/krapao.test', 'evil.test'],
    ['http://evil.test', 'evil.test'],
    ['https://krapao.test.evil.test/', 'krapao.test.evil.test'],
    ['https://xn--krpao-5ve.test/', 'xn--krpao-5ve.test'],
    ['https://krapao.test:8443/', 'krapao.test:8443'],
    ['https://krapao.test/help', undefined],
    ['https://krapao.test:443/help', undefined],
    ['HTTPS://KRAPAO.TEST/', undefined],
    ['mailto:help@evil.test', undefined],
    ['tel:1190', undefined],
  ])('by %s to %j', (href, host) => expect(foreignHost(href, 'krapao.test')).toBe(host))
})

describe('the address of a button', () => {
  it.each([
    ['https://krapao.test/x', 'https://krapao.test/x'],
    ['javascript:alert(1)', undefined],
    [' javascript:alert(1)', undefined],
    ['https://', undefined],
    ['krapao.test', undefined],
    ['/user/bonus', undefined],
    ['', undefined],
  ])('%j', (payload, href) => expect(safeHref(payload)).toBe(href))

  it.each([
    ['02-123-4567', 'tel:02-123-4567'],
    ['+66 (2) 123 4567', 'tel:+6621234567'],
    ['tel:1190', 'tel:1190'],
    ['call me', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
  ])('the number %j', (number, href) => expect(callHref(number)).toBe(href))
})
