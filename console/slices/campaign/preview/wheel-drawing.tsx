import type { Language } from '@krapao/contract/languages.ts'
import type { WheelSlice } from '@krapao/contract/slices/campaign/content.ts'
import { arcsOf } from '@krapao/web/ui/wheel-arcs.ts'

const centre = 150
const radius = 142

/** A point on the rim, by degrees from the top. */
function onRim(degrees: number, distance: number): [number, number] {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [centre + distance * Math.cos(angle), centre + distance * Math.sin(angle)]
}

const point = (degrees: number): string =>
  onRim(degrees, radius)
    .map((one) => one.toFixed(2))
    .join(' ')

/** A wheel at rest, with slices as wide as members see them. */
export function WheelDrawing({ slices, language }: { slices: readonly WheelSlice[]; language: Language }) {
  const arcs = arcsOf(slices.map(({ weight }) => weight))
  return (
    <svg viewBox="0 0 300 306" aria-hidden className="w-full">
      <circle cx={centre} cy={centre + 4} r={radius + 2} fill="rgb(0 0 0 / 0.18)" />
      {slices.map(({ code, label, bgColor, textColor }, at) => {
        const { from, width } = arcs[at] ?? { from: 0, width: 0 }
        const degrees = from + width / 2 - 90
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a code may be typed in twice
          <g key={at}>
            <path
              d={
                slices.length === 1
                  ? `M ${centre} ${centre - radius} A ${radius} ${radius} 0 1 1 ${centre - 0.01} ${centre - radius} Z`
                  : `M ${centre} ${centre} L ${point(from)} A ${radius} ${radius} 0 ${width > 180 ? 1 : 0} 1 ${point(from + width)} Z`
              }
              fill={bgColor}
              stroke="#ffffff"
              strokeWidth="1.5"
            />
            <text
              transform={`rotate(${degrees} ${centre} ${centre}) translate(${centre + 42} ${centre})`}
              dominantBaseline="central"
              fontSize={width < 20 ? 9 : 12}
              fontWeight="600"
              fill={textColor}
            >
              {label[language] || code}
            </text>
          </g>
        )
      })}
      <circle cx={centre} cy={centre} r="30" fill="var(--accent)" stroke="#ffffff" strokeWidth="3" />
      <path d={`M ${centre - 11} 0 h 22 l -11 20 Z`} fill="var(--accent)" stroke="#ffffff" strokeWidth="2" />
    </svg>
  )
}
