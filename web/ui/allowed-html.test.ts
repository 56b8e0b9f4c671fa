import { describe, expect, it } from 'vitest'
import { type HtmlNode, readAllowed } from './allowed-html.ts'

const words = (textContent: string): HtmlNode => ({
  nodeType: 3,
  nodeName: '#text',
  textContent,
  childNodes: [],
})
const element = (name: string, attributes: Record<string, string>, ...children: HtmlNode[]): HtmlNode => ({
  nodeType: 1,
  nodeName: name.toUpperCase(),
  textContent: null,
  childNodes: children,
  getAttribute: (key) => attributes[key] ?? null,
})
const link = (href: string) => readAllowed([element('a', { href }, words('a'))])

describe('readAllowed', () => {
  it('keeps the elements of a text in their order', () => {
    const list = element('ul', {}, element('li', {}, words('a'), element('strong', {}, words('b'))))
    expect(readAllowed([words('x'), list])).toEqual([
      'x',
      { tag: 'ul', pieces: [{ tag: 'li', pieces: ['a', { tag: 'strong', pieces: ['b'] }] }] },
    ])
  })

  it('keeps no attribute except the address of a link', () => {
    const paragraph = element('p', { onclick: 'alert(1)', style: 'color:red', href: 'https://a.example' })
    expect(readAllowed([paragraph])).toEqual([{ tag: 'p', pieces: [] }])
  })

  it.each(['script', 'style', 'iframe', 'svg', 'math', 'template', 'object', 'noscript', 'textarea'])(
    'drops %s with its content',
    (name) => expect(readAllowed([element(name, {}, words('a'), element('p', {}, words('b')))])).toEqual([]),
  )

  it.each(['div', 'img', 'form', 'button', 'h1', 'marquee', 'x-own'])(
    'removes the tag %s and keeps its words',
    (name) => expect(readAllowed([element(name, { onerror: 'alert(1)' }, words('a'))])).toEqual(['a']),
  )

  it('drops comments', () => {
    expect(readAllowed([{ nodeType: 8, nodeName: '#comment', textContent: 'a', childNodes: [] }])).toEqual([])
  })

  it.each(['https://a.example/?b=c', 'http://a.example', 'tel:1323', ' https://a.example '])(
    'links to %s',
    (href) => expect(link(href)).toEqual([{ tag: 'a', href: href.trim(), pieces: ['a'] }]),
  )

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,a',
    '//a.example',
    '/a',
    'https:a',
    '',
  ])('does not link to %j', (href) => expect(link(href)).toEqual([{ tag: 'a', pieces: ['a'] }]))
})
