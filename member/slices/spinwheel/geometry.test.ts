import { arcsOf } from '@krapao/web/ui/wheel-arcs.ts'
import { describe, expect, it, test } from 'vitest'
import {
  easeOut,
  edge,
  fading,
  fadingWay,
  isUpsideDown,
  landing,
  restingAngle,
  sliceUnder,
  waiting,
  wheelSize,
} from './geometry.ts'

const equal = (count: number) => arcsOf(Array(count).fill(1))

describe('the slice under the pointer', () => {
  test.each([
    [0, 8, 0],
    [-1, 8, 0],
    [1, 8, 7],
    [-44.9, 8, 0],
    [-45.1, 8, 1],
    [-359, 8, 7],
    [359, 8, 0],
    [90, 4, 3],
    [-180.1, 2, 1],
    [720 - 10, 3, 0],
    [1e-20, 8, 0],
  ])('at %d° of %d slices is number %d', (angle, count, index) =>
    expect(sliceUnder(angle, equal(count))).toBe(index),
  )

  test.each([
    // 180, 90, 72 and 18 degrees
    [0, 0],
    [-179, 0],
    [-181, 1],
    [-271, 2],
    [-341, 2],
    [-343, 3],
    [1, 3],
    [361, 3],
  ])('at %d° of slices by their chances is number %d', (angle, index) =>
    expect(sliceUnder(angle, arcsOf([10, 5, 4, 1]))).toBe(index),
  )
})

describe('a label that runs outwards stands on its head', () => {
  test.each([
    ['right of the top', 0, 8, 0, false],
    ['right of the bottom', 3, 8, 0, false],
    ['left of the bottom', 4, 8, 0, true],
    ['left of the top', 7, 8, 0, true],
    ['left at first, and turned to the right', 7, 8, 90, false],
    ['right at first, and turned to the left after full turns', 0, 8, 720 - 45, true],
    ['upright at the top', 0, 8, -22.5, false],
    ['upright at the bottom', 4, 8, -22.5, false],
  ])('%s', (_, index, count, angle, isSo) => {
    const arc = equal(count)[index]
    expect(arc && isUpsideDown(arc, angle)).toBe(isSo)
  })
})

describe('the resting angle', () => {
  const wheels = [...[2, 3, 5, 6, 8, 12, 24].map(equal), arcsOf([40, 25, 15, 8, 6, 4, 1, 1]), arcsOf([99, 1])]
  const starts = [0, 0.001, 12.5, 45, 90, 179.99, 359.999, 7234.1, -33]

  it.each(wheels.map((arcs) => [arcs.map(({ width }) => Math.round(width)).join(' '), arcs] as const))(
    'of slices of %s degrees: the pointer ends inside the slice, off its edges, after two or three turns',
    (_, arcs) => {
      for (const from of starts) {
        arcs.forEach((arc, index) => {
          for (const luck of [0, 0.25, 0.5, 0.999, 1]) {
            for (const turns of [2, 3]) {
              const angle = restingAngle(from, { arc, turns, luck })
              expect(sliceUnder(angle, arcs)).toBe(index)
              const within = ((((-angle % 360) + 360) % 360) - arc.from) / arc.width
              expect(within).toBeGreaterThan(edge - 1e-6)
              expect(within).toBeLessThan(1 - edge + 1e-6)
              expect(angle - from).toBeGreaterThanOrEqual(turns * 360)
              expect(angle - from).toBeLessThan((turns + 1) * 360)
            }
          }
        })
      }
    },
  )
})

describe('a landing', () => {
  test.each([
    [[0, 0], 2, 800],
    [[0.49, 1], 2, 1000],
    [[0.5, 0], 3, 1200],
    [[0.99, 1], 3, 1500],
  ])('with %j makes %d turns in %d ms', (values, turns, duration) => {
    const left = [...values]
    expect(landing(() => left.shift() ?? 0)).toEqual({ turns, duration: expect.closeTo(duration, 6) })
  })

  it('gets slower all the way and ends exactly', () => {
    const ways = Array.from({ length: 11 }, (_, i) => easeOut(i / 10))
    const steps = ways.slice(1).map((way, i) => way - (ways[i] ?? 0))
    expect(ways[0]).toBe(0)
    expect(ways[10]).toBe(1)
    expect(steps).toEqual([...steps].sort((a, b) => b - a))
    expect([easeOut(-1), easeOut(2)]).toEqual([0, 1])
  })
})

describe('while the answer is awaited', () => {
  it('the wheel gets faster without a jump and then keeps its speed', () => {
    for (let at = 0; at < 600; at++) {
      const [now, next] = [waiting(at), waiting(at + 1)]
      expect(next.turned - now.turned).toBeCloseTo((now.speed + next.speed) / 2, 1)
      expect(next.speed).toBeGreaterThanOrEqual(now.speed)
    }
    expect(waiting(400).speed).toBe(waiting(4000).speed)
  })

  it('a failed spin fades out from the speed that the wheel has', () => {
    const { speed } = waiting(1000)
    const first = fadingWay(speed) * easeOut(1 / fading)
    expect(first).toBeCloseTo(speed, 1)
  })
})

test.each([
  [320, 272],
  [390, 331],
  [411, 349],
  [412, 350],
  [1280, 350],
])('in a window of %d the wheel has %d pixels', (width, size) => expect(wheelSize(width)).toBe(size))
