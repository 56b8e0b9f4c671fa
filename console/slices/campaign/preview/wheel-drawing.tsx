import type { WheelSlice } from '@krapao/contract/slices/campaign/content.ts'
import type { Language } from '../words.ts'

const centre = 150
const radius = 142

/** A point on the rim; a full turn is 1, and 0 is at the top. */
function onRim(turn: number, distance: number): [number, number] {
  const angle = turn * 2 * Math.PI - Math.PI / 2
  return [centre + distance * Math.cos(angle), centre + distance * Math.sin(angle)]
}

const point = (turn: number): string =>
  onRim(turn, radius)
    .map((one) => one.toFixed(2))
    .join(' ')

/** A wheel at rest: slices of the same width, as members see them, whatever their weights. */
export function WheelDrawing({ slices, language }: { slices: readonly WheelSlice[]; language: Language }) {
  const share = 1 / slices.length
  return (
    <svg viewBox="0 0 300 306" aria-hidden className="w-full">
      <circle cx={centre} cy={centre + 4} r={radius + 2} fill="rgb(0 0 0 / 0.18)" />
      {slices.map(({ code, label, bgColor, textColor }, at) => {
        const middle = (at + 0.5) * share
        const degrees = middle * 360 - 90
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a code may be typed in twice
          <g key={at}>
            <path
              d={
                slices.length === 1
                  ? `M ${centre} ${centre - radius} A ${radius} ${radius} 0 1 1 ${centre - 0.01} ${centre - radius} Z`
                  : `M ${centre} ${centre} L ${point(at * share)} A ${radius} ${radius} 0 ${share > 0.5 ? 1 : 0} 1 ${point((at + 1) * share)} Z`
              }
              fill={bgColor}
              stroke="#ffffff"
              strokeWidth="1.5"
            />
            <text
              transform={`rotate(${degrees} ${centre} ${centre}) translate(${centre + 42} ${centre})`}
              dominantBaseline="central"
              fontSize={slices.length > 12 ? 9 : 12}
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
