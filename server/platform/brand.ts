import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Brand, type Colours } from '@krapao/contract/brand.ts'
import { ownBrand } from '@krapao/contract/own-brand.ts'
import Value from 'typebox/value'
import { drawingProblem } from './drawing-problem.ts'

/**
 * Reads a brand file, whose values replace those of our own brand, and checks it: the contrast of text (at
 * least 4.5:1), and that its pictures are there and safe to serve. The paths of the pictures are whole in the
 * answer.
 * @throws Error naming the file and everything that is wrong in it
 */
export function readBrand(file: string | undefined): Brand {
  if (!file) return ownBrand
  const problems: string[] = []
  let brand: Brand = ownBrand
  try {
    brand = withOurs(JSON.parse(readFileSync(file, 'utf8')))
    for (const error of Value.Errors(Brand, brand)) {
      problems.push(`${error.instancePath || 'brand'}: ${error.message}`)
    }
  } catch (error) {
    problems.push((error as Error).message)
  }
  if (problems.length === 0) {
    problems.push(...contrastProblems(brand))
    brand = { ...brand, art: fromFolder(dirname(file), brand.art) }
    problems.push(...artProblems(brand.art))
  }
  if (problems.length > 0) throw new Error(`BRAND_FILE ${file}:\n  ${problems.join('\n  ')}`)
  return brand
}

/** Missing fields are ours. Anything that is no object is left for the check of the whole. */
function withOurs(given: Partial<Brand>): Brand {
  return {
    ...ownBrand,
    ...given,
    descriptions: { ...ownBrand.descriptions, ...given.descriptions },
    art: { ...ownBrand.art, ...given.art },
    colours: {
      ...given.colours,
      light: { ...ownBrand.colours.light, ...given.colours?.light },
      dark: { ...ownBrand.colours.dark, ...given.colours?.dark },
    },
  }
}

/** Text colours, each with the background that it is shown on. */
const pairs: [keyof Colours | '#ffffff', keyof Colours][] = [
  ['ink', 'surface'],
  ['ink', 'card'],
  ['ink', 'sunken'],
  ['onAccent', 'accent'],
  ['link', 'surface'],
  ['link', 'card'],
  ['#ffffff', 'night'],
  ['#ffffff', 'nightDeep'],
]

function contrastProblems(brand: Brand): string[] {
  return Object.entries(brand.colours).flatMap(([theme, colours]) =>
    pairs.flatMap(([text, ground]) => {
      const ratio = contrast(text === '#ffffff' ? text : colours[text], colours[ground])
      return ratio < 4.5 ? [`${theme}: ${text} on ${ground} has contrast ${ratio.toFixed(2)}, needs 4.5`] : []
    }),
  )
}

const fromFolder = (folder: string, { mark, icon, hero, screenshots }: Brand['art']): Brand['art'] => {
  const whole = (name: string) => name && join(folder, name)
  return { mark: whole(mark), icon: whole(icon), hero: whole(hero), screenshots: screenshots.map(whole) }
}

/** The most bytes of a picture of an installed app's store page. */
const maxScreenshot = 1_000_000

function artProblems({ mark, icon, hero, screenshots }: Brand['art']): string[] {
  const drawings = Object.entries({ mark, icon, hero }).flatMap(([name, file]) =>
    file ? [[`art.${name}`, file, () => drawingProblem(readFileSync(file, 'utf8'))] as const] : [],
  )
  const pictures = screenshots.map(
    (file) =>
      [
        'art.screenshots',
        file,
        () => (statSync(file).size > maxScreenshot ? 'has more than a megabyte' : undefined),
      ] as const,
  )
  return [...drawings, ...pictures].flatMap(([name, file, check]) => {
    try {
      const problem = check()
      return problem ? [`${name}: ${file} ${problem}`] : []
    } catch (error) {
      return [`${name}: ${(error as Error).message}`]
    }
  })
}

/** WCAG contrast ratio of two #rrggbb colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const luminance = (colour: string): number => {
    const [r = 0, g = 0, bl = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl
  }
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
