import { languages } from '@krapao/contract/languages.ts'
import type { StatementReason } from '@krapao/contract/slices/statement/statement.ts'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { fill } from '../../../platform/texts.ts'
import { words } from '../csv-words.ts'
import { writable } from '../export-pdf.ts'
import type { StatementRow } from '../rules.ts'
import { drawPaper, pagesOf } from './draw.ts'
import { readLetters, runsOf } from './letters.ts'
import { type PdfContent, paperOf } from './pdf.ts'
import { readPdf } from './testing/read-pdf.ts'

const row = (given: Partial<StatementRow> = {}): StatementRow => ({
  _id: '7',
  statementType: 'deposit',
  status: 'SUCCESS',
  reason: null,
  sourceId: null,
  from: 'KBANK',
  to: 'WALLET',
  method: 'BANK',
  amount: 1250.5,
  currency: 'THB',
  createdAt: '2026-11-20T18:30:00Z',
  ...given,
})
const content = (given: Partial<PdfContent> = {}): PdfContent => ({
  brand: { name: 'Krapao', colours: { ink: '#1c1a3a', accent: '#e0a526' } },
  member: 'สมหญิง ใจดี',
  account: 'SCB xxxxxx7890',
  currency: 'THB',
  period: {},
  rows: [row()],
  sums: { in: 1250.5, out: 2000 },
  isWhole: true,
  madeAt: new Date('2026-11-23T00:00:00Z'),
  language: 'en',
  nameOf: (code) => ({ KBANK: 'Kasikorn', PG: 'PG Soft' })[code],
  ...given,
})

it.each([
  ['สมชาย ใจดี', 'SOMCHAI JAIDEE', 'สมชาย ใจดี'],
  ['ບຸນມີ ນ້ຳໃຈ', 'BOUNMY NAMCHAI', 'ບຸນມີ ນ້ຳໃຈ'],
  ['José García', 'JOSE GARCIA', 'José García'],
  ['王小明', 'WANG XIAOMING', 'WANG XIAOMING'],
  ['Nguyễn Đức', 'NGUYEN DUC', 'NGUYEN DUC'],
  ['မောင်မောင်', 'မောင်မောင်', '•••• 0124'],
])('%s is named on paper with all letters', (name, bankAccountName, written) =>
  expect(writable({ name, bankAccountName, username: '0927000124' })).toBe(written),
)

describe('what a statement on paper says', () => {
  it('rows at Bangkok’s time, with signs, names and reasons', () => {
    const lines = (given: Partial<StatementRow>) => paperOf(content({ rows: [row(given)] })).lines[0]
    expect(lines({})).toEqual({
      date: '21 Nov 2026 01:30',
      number: '#7',
      title: 'Deposit',
      detail: 'Kasikorn – Main wallet',
      status: 'Done',
      reason: '',
      tone: 'done',
      amount: '+฿1,250.50',
    })
    expect(lines({ statementType: 'withdraw', from: 'WALLET', to: 'KBANK', method: null })).toMatchObject({
      detail: 'Main wallet – Kasikorn',
      amount: '−฿1,250.50',
    })
    expect(lines({ status: 'FAILED', reason: 'REVERSED' })).toMatchObject({ reason: 'corrected by our team' })
    expect(lines({ status: 'FAILED', statementType: 'transfer' })).toMatchObject({
      reason: 'the money went back',
      amount: '฿1,250.50',
    })
    expect(lines({ status: 'PENDING', statementType: 'transfer' })).toMatchObject({ status: 'In transit' })
    expect(lines({ statementType: 'bonus', bonus: { description: 'Welcome' } })).toMatchObject({
      detail: 'Welcome',
    })
  })

  it.each<[Partial<PdfContent>, string]>([
    [{}, 'All'],
    [{ period: { month: '2026-11' } }, 'November 2026'],
    [{ period: { month: '2026-11' }, language: 'th' }, 'พฤศจิกายน 2569'],
    [{ period: { from: '2026-11-01', until: '2026-11-03' } }, '1 Nov 2026 – 3 Nov 2026'],
    [{ period: { from: '2026-11-01', until: '2026-11-03' }, language: 'th' }, '1 พ.ย. 69 – 3 พ.ย. 69'],
    [{ period: { until: '2026-11-03' } }, '… – 3 Nov 2026'],
  ])('the time %o', (given, time) => {
    expect(paperOf(content(given)).facts[1]?.[1]).toBe(time)
  })

  it('sums with their net, in the member’s currency', () => {
    const sums = (given: Partial<PdfContent>) => paperOf(content(given)).sums.map(([, sum]) => sum)
    expect(sums({})).toEqual(['฿1,250.50', '฿2,000.00', '฿749.50'])
    expect(sums({ sums: { in: 0.3, out: 0.1 } })[2]).toBe('฿0.20')
    expect(sums({ currency: 'LAK', sums: { in: 5000, out: 0 } })[2]).toBe('5,000 LAK')
    expect(sums({ currency: 'LAK' }), 'never more than there is').toEqual([
      '1,250 LAK',
      '2,000 LAK',
      '750 LAK',
    ])
  })

  it.each<[PdfContent['sums'], string]>([
    [{ in: 5, out: 3 }, 'More in than out'],
    [{ in: 3, out: 5 }, 'More out than in'],
    [{ in: 5, out: 5 }, 'Difference'],
  ])('the net of %o by its direction', (sums, name) =>
    expect(paperOf(content({ sums })).sums[2]?.[0]).toBe(name),
  )

  it('that rows are missing, where they are', () => {
    expect(paperOf(content()).notes).toHaveLength(1)
    expect(paperOf(content({ isWhole: false })).notes[1]).toContain('newest 1 rows')
  })
})

describe('its pages', () => {
  it.each([0, 1, 19, 20, 60])('%i rows: as many pages as are numbered', async (count) => {
    const rows = Array.from({ length: count }, (_, i) => row({ _id: String(i) }))
    const file = await drawPaper(paperOf(content({ rows, language: 'la' })), await readLetters())
    expect(file.toString('latin1', 0, 5)).toBe('%PDF-')
    expect(file.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(pagesOf(count))
  })

  it('have letters for every word of every language, shaped', async () => {
    const letters = await readLetters()
    const doc = new PDFDocument()
    for (const language of languages) {
      const { facts, sums, lines, notes } = paperOf(content({ language, isWhole: false }))
      const texts = [
        ...facts.flat(),
        ...sums.flat(),
        ...notes,
        ...lines.flatMap((line) => Object.values(line)),
      ]
      for (const { script, text } of texts.flatMap(runsOf)) {
        const font = (doc.font(letters[script]) as unknown as { _font: { encode(text: string): [string[]] } })
          ._font
        expect([text, font.encode(text)[0].includes('0000')]).toEqual([text, false])
      }
    }
    // A mark above another one is placed higher than alone: the letters' own rules are at work.
    const marks = (text: string) =>
      (
        doc.font(letters.thai) as unknown as {
          _font: { encode(text: string): [string[], { yOffset: number; xOffset: number }[]] }
        }
      )._font.encode(text)
    expect(marks('ที่')[0].at(-1)).not.toBe(marks('ท่')[0].at(-1))
  })

  it.each(languages)('say every text once where it is copied or searched: %s', async (language) => {
    const { types, reasons, statuses } = words[language]
    const statementTypes = Object.keys(types) as StatementRow['statementType'][]
    const reasonCodes = Object.keys(reasons).filter((code) => code !== 'returned') as StatementReason[]
    const rows = [
      ...statementTypes.flatMap((statementType) =>
        (Object.keys(statuses) as StatementRow['status'][]).map((status) => row({ statementType, status })),
      ),
      ...reasonCodes.map((reason) => row({ statementType: 'withdraw', status: 'FAILED', reason })),
      ...(['GIFT', 'QR'] as const).map((method) => row({ method, from: 'GIFT' })),
    ]
    const papers = [
      paperOf(content({ rows, language, isWhole: false, period: { month: '2026-11' } })),
      paperOf(content({ rows: [], language, sums: { in: 5, out: 3 } })),
      paperOf(content({ rows: [], language, sums: { in: 5, out: 5 } })),
    ]
    for (const paper of papers) {
      const read = readPdf(await drawPaper(paper, await readLetters())).join('')
      const pages = pagesOf(paper.lines.length)
      const texts = [
        ...[paper.brand, paper.member, ...paper.facts.flat(), ...paper.sums.flat(), ...paper.notes],
        ...paper.lines.flatMap(({ tone, ...line }) => Object.values(line)),
        ...Object.entries(paper.words).flatMap(([name, word]) =>
          word.includes('{{') || (name === 'empty' && paper.lines.length > 0) ? [] : [word],
        ),
        fill(paper.words.page, { page: pages, pages }),
      ]
      // Which of the two says the time depends on the period, and the difference has one of its three names.
      const { allTimes, net, moreIn, moreOut } = paper.words
      const isShown = (text: string) =>
        text === allTimes
          ? paper.lines.length === 0
          : ![net, moreIn, moreOut].includes(text) || paper.sums.some(([name]) => name === text)
      for (const text of texts.filter(isShown)) expect(read).toContain(text)
      expect(read.match(/ำา|ຳາ|ํ|ໍ[່-ໍ]*າ|\ufffd/g)).toBeNull()
    }
  })

  it.each([
    'น้ำใจ จำปา',
    'ป้ำ ฟำ ฬำ อำ',
    'ก๊ำ ก๋ำ ก่ำ ญำ ฐำ',
    'ນ້ຳໃຈ ສຳເລັດ',
    'ປ່ຳ ຟຳ ຝ້ຳ ອຳ',
    'Numnim น้ำนิ่ม ຈຳປາ',
    'ญาณ หนี้ ที่ ปี่ ภูมิ ฐิฎุ',
    'ເພັດ ໜູ ຫຼ້າ ໝີ່ ຟ້າ',
    'José fi ffl Ærø – “x” ’…',
  ])('say the name %s as it is written', async (member) => {
    const read = readPdf(await drawPaper(paperOf(content({ member })), await readLetters()))
    expect(read.join('')).toContain(member)
    expect(read.join('').match(/ำา|ຳາ|\ufffd/g)).toBeNull()
  })

  it('leave out what no letters are for', () => {
    expect(runsOf('a😀ก\u0007ກ')).toEqual([
      { script: 'latin', text: 'a' },
      { script: 'thai', text: 'ก' },
      { script: 'lao', text: 'ກ' },
    ])
  })
})
