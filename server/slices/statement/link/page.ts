import type { Brand } from '@krapao/contract/brand.ts'
import { dayInShort, inBangkok } from '@krapao/contract/dates.ts'
import { type Language, languageNames, languages, languageTags } from '@krapao/contract/languages.ts'
import { assets } from '@krapao/contract/money.ts'
import { fill, textsBeside } from '../../../platform/texts.ts'
import type { PublicReceipt } from './links.ts'
import type en from './texts.en.json'

/**
 * The page behind a link to a receipt (rules.md §22): a few kilobytes of its own and without a script,
 * because a person who opens it came for one look. Its letters are those of the phone, which loads ours (20
 * kB for each script) only where it has none.
 */

type LinkWords = typeof en
const linkWords = textsBeside<LinkWords>(import.meta.dirname)

interface Frame {
  language: Language
  brand: Pick<Brand, 'name' | 'colours'>
  isDemo: boolean
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The page of a receipt. @param host that the page has for certain; undefined: nobody knows */
export function receiptPage(
  receipt: PublicReceipt,
  {
    bankNames,
    host,
    now,
    ...frame
  }: Frame & { bankNames: ReadonlyMap<string, string>; host: string | undefined; now: Date },
): string {
  const text = linkWords[frame.language]
  const { name } = frame.brand
  const { kind, status, amount, currency, createdAt, settledAt, expiresAt, number } = receipt
  const at = (time: Date) => inWords(time, frame.language, text)
  const { from, to } = endsOf(receipt, { text, brand: name, bankNames })
  const lines: [string, string, string?][] = [
    [text.holder, receipt.holder],
    [text.from, ...from],
    [text.to, ...to],
    [text.started, at(new Date(createdAt))],
    ...(settledAt !== null && isLater(createdAt, settledAt)
      ? [[text.ended, at(new Date(settledAt))] as [string, string]]
      : []),
    [text.number, number],
  ]
  const tone = tones[status]
  return pageOf(
    frame,
    text.title,
    `<p class="real">${icons.shield}<span>${escaped(fill(text.real, { brand: name }))}</span></p>
<section>
<div class="head ${tone}">${icons[tone]}
<h1>${escaped(text.status[kind][status])}</h1>
<p class="amount${status === 'REVERSED' ? ' gone' : ''}">${escaped(amount === null ? text.noAmount : money(amount, currency))}</p>
${status === 'REVERSED' ? `<p class="why">${escaped(text.reversed)}</p>` : ''}</div>
<dl>
${lines.map(([label, value, below]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}${below ? `<br><span>${escaped(below)}</span>` : ''}</dd></div>`).join('\n')}
</dl>
</section>
<p class="note">${escaped(fill(text.asked, { at: at(now) }))}<br>${escaped(fill(text.until, { at: at(expiresAt) }))}</p>
${host ? `<p class="note">${escaped(fill(text.address, { host }))}</p>` : ''}`,
  )
}

/** The page where no link works, whether it never did, has expired or was ended. */
export function noReceiptPage(frame: Frame): string {
  const text = linkWords[frame.language]
  return messagePage(frame, text.none, text.noneText)
}

/** The page for an address that has opened too many links. */
export function tooManyPage(frame: Frame): string {
  const text = linkWords[frame.language]
  return messagePage(frame, text.tooMany, text.tooManyText)
}

const messagePage = (frame: Frame, title: string, text: string): string =>
  pageOf(
    frame,
    title,
    `<section><div class="head notice">${icons.notice}
<h1>${escaped(title)}</h1>
<p class="why">${escaped(text)}</p></div></section>`,
  )

const tones = { SUCCESS: 'positive', PENDING: 'notice', FAILED: 'negative', REVERSED: 'negative' } as const

/** Times this near are one, as on the receipt itself. */
const isLater = (before: string, after: string): boolean => Date.parse(after) - Date.parse(before) > 60_000

type End = [value: string, account?: string]

function endsOf(
  { kind, method, from, to }: PublicReceipt,
  { text, brand, bankNames }: { text: LinkWords; brand: string; bankNames: ReadonlyMap<string, string> },
): { from: End; to: End } {
  const own = fill(text.wallet, { brand })
  const withAccount = (value: string, { account }: PublicReceipt['from']): End =>
    account === null ? [value] : [value, account]
  const sources = { GIFT: text.gift, QR: text.qr, WALLET: text.paymentWallet }
  if (kind === 'withdraw') {
    return { from: [own], to: withAccount(bankNames.get(to.code) ?? text.unknown, to) }
  }
  const source = method === null || method === 'BANK' ? bankNames.get(from.code) : sources[method]
  const bank = to.code === 'WALLET' ? undefined : bankNames.get(to.code)
  return {
    from: withAccount(source ?? text.unknown, from),
    to: bank === undefined ? [own] : withAccount(`${brand}, ${bank}`, to),
  }
}

/** Kip has no smaller coin in use, so its decimals are shown only where there are some. */
function money(amount: number, currency: PublicReceipt['currency']): string {
  const decimals = currency === 'LAK' && Number.isInteger(amount) ? 0 : 2
  const figures = amount.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return `${assets[currency].sign}${figures}`
}

function inWords(time: Date, language: Language, text: LinkWords): string {
  const { day, time: clock } = inBangkok(time)
  return fill(text.bangkok, { day: dayInShort(day, language), time: clock.slice(0, 5) })
}

const icon = (paths: string): string =>
  `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`

const icons = {
  positive: icon('<circle cx="12" cy="12" r="10"/><path d="m8 12 3 3 5-6"/>'),
  notice: icon('<circle cx="12" cy="12" r="10"/><path d="M12 7v5l3 2"/>'),
  negative: icon('<circle cx="12" cy="12" r="10"/><path d="m15 9-6 6m0-6 6 6"/>'),
  shield: icon(
    '<path d="M20 13c0 5-3.5 7.5-7.7 9a1 1 0 0 1-.6 0C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.2-2.7a1.2 1.2 0 0 1 1.6 0C14.5 3.800 17 5 19 5a1 1 0 0 1 1 1z"/><path d="m9 12 2 2 4-4"/>',
  ),
}

function pageOf({ language, brand, isDemo }: Frame, title: string, body: string): string {
  const { light, dark } = brand.colours
  // At the foot: over a receipt it would say that the receipt is made up.
  const demo = isDemo
    ? `<p class="note">${escaped(fill(linkWords[language].demo, { brand: brand.name }))}</p>\n`
    : ''
  const colours = ({ surface, card, ink, line, link }: typeof light) =>
    `--surface:${surface};--card:${card};--ink:${ink};--line:${line};--link:${link}`
  const others = languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        `<a href="?lang=${other}" lang="${languageTags[other]}" hreflang="${languageTags[other]}">${languageNames[other]}</a>`,
    )
  return `<!doctype html>
<html lang="${languageTags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(`${title} · ${brand.name}`)}</title>
<link rel="icon" href="/art/brand/favicon.svg" type="image/svg+xml">
<style>:root{${colours(light)};${own.light}}@media(prefers-color-scheme:dark){:root{${colours(dark)};${own.dark}}}${style}</style>
</head>
<body>
<header><img src="/art/brand/mark.svg" width="32" height="32" alt=""><strong>${escaped(brand.name)}</strong><nav>${others.join('')}</nav></header>
<main>
${body}
${demo}</main>
</body>
</html>
`
}

/** The tokens of the apps that no brand changes (web/ui/tokens.css). */
const own = {
  light: '--soft:#56547a;--positive:#0f6b3f;--notice:#7a4f00;--negative:#b3261e',
  dark: '--soft:#b9b5d8;--positive:#6fd7a0;--notice:#ffdb8f;--negative:#ff9d94',
}

/** The scripts whose letters a phone may lack. */
export const pageScripts = ['thai', 'lao'] as const
type PageScript = (typeof pageScripts)[number]

export const lettersPath = (script: PageScript): string => `/r/letters/${script}.woff2`

const ranges: Record<PageScript, { local: string; range: string }> = {
  thai: { local: 'Noto Sans Thai', range: 'U+0E01-0E5B' },
  lao: { local: 'Noto Sans Lao', range: 'U+0E81-0EDF' },
}

const faces = pageScripts.map((script) => {
  const { local, range } = ranges[script]
  const names = [local, `${local.replaceAll(' ', '')}-Regular`].map((name) => `local("${name}")`)
  return `@font-face{font-family:Letters;font-weight:400 700;font-display:swap;src:${names.join()},url("${lettersPath(script)}") format("woff2");unicode-range:${range}}`
})

const style = `
${faces.join('\n')}
*{box-sizing:border-box;margin:0}
body{background:var(--surface);color:var(--ink);font:16px/1.6 Letters,system-ui,sans-serif}
header,main{max-width:30rem;margin:auto;padding:12px 16px}
header{display:flex;align-items:center;gap:8px}
nav{display:flex;margin-left:auto}
a{color:var(--link);font-size:14px;font-weight:600;padding:12px 8px}
main{display:grid;gap:12px;padding-bottom:32px}
svg{flex:none}
.real{display:flex;gap:8px;align-items:center;color:var(--positive);font-weight:600}
.real svg{width:24px;height:24px}
section{background:var(--card);border:1px solid var(--line);border-radius:20px;overflow:hidden}
.head{display:grid;justify-items:center;gap:4px;padding:20px 16px;text-align:center}
.head svg{width:52px;height:52px}
.positive{color:var(--positive)}.notice{color:var(--notice)}.negative{color:var(--negative)}
h1{font-size:18px;line-height:1.5}
.amount{color:var(--ink);font-size:clamp(20px,8vw,36px);font-weight:700;line-height:1.4;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.gone{text-decoration:line-through;color:var(--soft)}
.why{color:var(--ink);text-wrap:pretty}
dl{border-top:1px dashed var(--line);padding:12px 16px;display:grid;gap:8px;font-size:15px}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;column-gap:16px}
dt{color:var(--soft)}
dd{margin-left:auto;text-align:right;font-weight:600;overflow-wrap:anywhere}
dd span{white-space:nowrap}
.note{color:var(--soft);font-size:14px;text-wrap:pretty}
`
