import type { Arc } from '@krapao/web/ui/wheel-arcs.ts'
import { fitLabel, type LabelSpace, wordsOf } from './fit-label.ts'
import { isUpsideDown } from './geometry.ts'
import { sliceColours } from './slice-colours.ts'
import type { Slice } from './wheel.ts'

/** Lengths in CSS pixels, as shares of the wheel's size where they grow with it. */
const rim = 12
/** The radius of the button in the middle, which covers the slices' points. */
export const hubShare = 0.145
const font = (size: number) => `600 ${size}px Noto, system-ui, sans-serif`

/**
 * Draws the wheel at angle 0 into a bitmap, which is then only turned: a frame of the animation draws
 * nothing. Labels lie along the radius, and those on the left half of a wheel that rests run from the rim
 * inwards, so that none stands on its head.
 * @param size of the wheel in CSS pixels; the bitmap has as many pixels more as the screen has
 * @param arcs of the slices, in their order
 * @param angle at which the wheel rests
 * @param colours of the rim and of its lights, as the brand has them
 */
export function drawWheel(
  canvas: HTMLCanvasElement,
  {
    size,
    slices,
    arcs,
    locale,
    angle,
    colours,
  }: {
    size: number
    slices: readonly Slice[]
    arcs: readonly Arc[]
    locale: string
    angle: number
    colours: { rim: string; lights: string }
  },
): void {
  const density = Math.max(1, window.devicePixelRatio)
  canvas.width = canvas.height = Math.round(size * density)
  const context = canvas.getContext('2d')
  if (!context) return
  context.scale(canvas.width / size, canvas.width / size)
  context.translate(size / 2, size / 2)
  const radius = size / 2 - rim
  const drawn = sliceColours(slices)

  arcs.forEach((arc, at) => {
    const slice = slices[at]
    if (!slice) return
    context.save()
    // The first slice begins at the top.
    context.rotate(radians(arc.from - 90))
    drawSlice(context, drawn[at] ?? slice.bgColor, radians(arc.width), radius)
    context.rotate(radians(arc.width / 2))
    // Outside of it the pointer covers what it points at.
    const space = { inner: size * (hubShare + 0.03), outer: radius - 18, arc: arc.width }
    drawLabel(context, slice, locale, space, isUpsideDown(arc, angle))
    context.restore()
  })
  drawRim(context, size, arcs, colours)
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180

function drawSlice(context: CanvasRenderingContext2D, colour: string, arc: number, radius: number): void {
  context.beginPath()
  context.moveTo(0, 0)
  context.arc(0, 0, radius + 1, 0, arc)
  context.closePath()
  context.fillStyle = colour
  context.fill()
  // A little light from the middle, so that the colours do not look like cut paper.
  const light = context.createRadialGradient(0, 0, 0, 0, 0, radius)
  light.addColorStop(0, 'rgb(255 255 255 / 0.14)')
  light.addColorStop(0.75, 'rgb(255 255 255 / 0)')
  light.addColorStop(1, 'rgb(0 0 0 / 0.1)')
  context.fillStyle = light
  context.fill()
  context.strokeStyle = 'rgb(255 255 255 / 0.35)'
  context.lineWidth = 1.25
  context.stroke()
}

function drawLabel(
  context: CanvasRenderingContext2D,
  { label, textColor }: Slice,
  locale: string,
  space: LabelSpace,
  isInwards: boolean,
): void {
  const { lines, size } = fitLabel(wordsOf(label, locale), space, (text, size) => {
    context.font = font(size)
    return context.measureText(text).width
  })
  context.font = font(size)
  context.fillStyle = textColor
  context.textAlign = isInwards ? 'left' : 'right'
  context.textBaseline = 'middle'
  const step = size * 1.25
  if (isInwards) context.rotate(Math.PI)
  lines.forEach((line, at) => {
    context.fillText(line, isInwards ? -space.outer : space.outer, (at - (lines.length - 1) / 2) * step)
  })
}

/** The rim with a light at each edge. */
function drawRim(
  context: CanvasRenderingContext2D,
  size: number,
  arcs: readonly Arc[],
  colours: { rim: string; lights: string },
): void {
  const middle = (size - rim) / 2
  context.beginPath()
  context.arc(0, 0, middle, 0, 2 * Math.PI)
  context.strokeStyle = colours.rim
  context.lineWidth = rim
  context.stroke()
  context.fillStyle = colours.lights
  for (const { from } of arcs) {
    const angle = radians(from - 90)
    context.beginPath()
    context.arc(Math.cos(angle) * middle, Math.sin(angle) * middle, 3, 0, 2 * Math.PI)
    context.fill()
  }
}
