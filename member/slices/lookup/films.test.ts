import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from '@krapao/contract/languages.ts'
import { describe, expect, it } from 'vitest'
import films from './films.json' with { type: 'json' }
import { groups, guides, topics } from './guides.ts'

/** The recorded films and their captions match the texts. `npm run films` makes them. */

const folder = join(import.meta.dirname, '../../public/films')
const member = join(import.meta.dirname, '../..')

/** A language has either all films or none yet, and then those in English are shown. */
const filmed = languages.filter((language) => guides.some((guide) => language in films[guide]))
const all = guides.flatMap((guide) => filmed.map((language) => [guide, language] as const))
const read = (file: string) => readFileSync(join(folder, file))

const textsOf = (language: Language) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `texts.${language}.json`), 'utf8')).lookup.howto
const stepsOf = (guide: string, language: Language): string[] => Object.values(textsOf(language)[guide].steps)

/** The boxes of an MP4 file, or of one of its boxes, in their order. */
function boxes(bytes: Buffer): { name: string; body: Buffer }[] {
  const found: { name: string; body: Buffer }[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    found.push({ name: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return found
}

const inside = (bytes: Buffer, name: string): Buffer =>
  boxes(bytes).find((box) => box.name === name)?.body ?? Buffer.alloc(0)

const secondsIn = (stamp = ''): number => {
  const [hours = 0, minutes = 0, seconds = 0] = stamp.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}

/** The captions of a file: when each begins and ends, and its text. */
const captionsIn = (file: string) =>
  read(file)
    .toString()
    .trim()
    .split('\n\n')
    .slice(1)
    .map((cue) => {
      const [name, times = '', ...lines] = cue.split('\n')
      const [from, to] = times.split(' --> ')
      return { name, from: secondsIn(from), to: secondsIn(to), text: lines.join(' ') }
    })

describe.each(all)('%s (%s)', (guide, language) => {
  const facts = films[guide][language as keyof (typeof films)[typeof guide]]
  const name = `${guide}.${language}`

  it('is H.264 that every phone decodes, and starts before it is loaded whole', () => {
    const film = read(`${name}.mp4`)
    const order = boxes(film).map((box) => box.name)
    expect(order.indexOf('moov')).toBeGreaterThan(0)
    expect(order.indexOf('moov')).toBeLessThan(order.indexOf('mdat'))
    const at = film.indexOf('avcC')
    expect(at).toBeGreaterThan(0)
    expect(film[at + 5], 'the baseline profile').toBe(66)
  })

  it('has the form for which the player leaves room', () => {
    const head = inside(inside(inside(read(`${name}.mp4`), 'moov'), 'trak'), 'tkhd')
    // The last two fields, each with sixteen bits after the point.
    const pixels = (fromEnd: number) => head.readUInt32BE(head.length - fromEnd) / 65_536
    const [width, height] = [pixels(8), pixels(4)]
    expect(width / height).toBe(5 / 6)
    expect(width, 'sharp on a phone').toBeGreaterThanOrEqual(480)
  })

  it('is short and light, and as long and large as the app says', () => {
    const film = read(`${name}.mp4`)
    const head = inside(inside(film, 'moov'), 'mvhd')
    const seconds = head.readUInt32BE(16) / head.readUInt32BE(12)
    expect(Math.abs(seconds - facts.seconds)).toBeLessThan(1)
    expect(seconds).toBeGreaterThan(12)
    expect(seconds).toBeLessThan(60)
    expect(film.length).toBe(facts.bytes)
    expect(film.length).toBeLessThan(1_500_000)
    expect(createHash('sha256').update(film).digest('hex').slice(0, 8)).toBe(facts.version)
    expect(read(`${name}.webp`).length).toBeLessThan(30_000)
  })

  it('has its written steps as captions, one after the other', () => {
    const captions = captionsIn(`${name}.vtt`)
    expect(captions.map(({ text }) => text)).toEqual(stepsOf(guide, language))
    expect(captions.map(({ from }) => Math.round(from * 10) / 10)).toEqual(facts.steps)
    for (const [at, { from, to, text }] of captions.entries()) {
      expect(to - from, text).toBeGreaterThan(1.6)
      expect(to).toBeLessThanOrEqual(captions[at + 1]?.from ?? facts.seconds + 1)
    }
  })
})

it('the page shows each film once, and a topic begins with a step of the film', () => {
  expect(groups.flatMap(({ guides }) => [...guides])).toEqual([...guides])
  for (const language of languages)
    for (const step of Object.values(topics)) expect(films.wallet[language].steps[step]).toBeGreaterThan(0)
})

it('there is no film beside these, and all are 7 MB at most', () => {
  const endings = ['mp4', 'vtt', 'webp']
  const named = all.flatMap(([guide, language]) => endings.map((ending) => `${guide}.${language}.${ending}`))
  expect(globSync('**/*.*', { cwd: folder }).sort()).toEqual(named.sort())
  const bytes = named.reduce((sum, file) => sum + read(file).length, 0)
  expect(bytes).toBeLessThan(7_000_000)
})

/** What is in quotation marks is a button or a link of the app. */
describe.each(languages)('the steps in %s', (language) => {
  const labels: string[] = []
  const walk = (value: unknown): void => {
    if (typeof value === 'string') labels.push(value)
    else for (const inner of Object.values(value as object)) walk(inner)
  }
  const files = `{frame,slices/!(lookup),../web/bonus}/texts.${language}.json`
  for (const file of globSync(files, { cwd: member }))
    walk(JSON.parse(readFileSync(join(member, file), 'utf8')))
  /** Names and amounts in a label are filled in. */
  const patterns = labels.flatMap((label) => {
    const parts = label.split(/\{\{\w+\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return parts.join('') === '' ? [] : [new RegExp(`^${parts.join('[^ ]+')}$`)]
  })
  const isLabel = (said: string) => patterns.some((pattern) => pattern.test(said))

  it('name buttons that exist', () => {
    const said = guides.flatMap((guide) =>
      stepsOf(guide, language).flatMap((step) =>
        [...step.matchAll(/“([^”]+)”/g)].map(([, label = '']) => label),
      ),
    )
    expect(said.length).toBeGreaterThan(7)
    expect(said.filter((label) => !isLabel(label))).toEqual([])
  })
})
