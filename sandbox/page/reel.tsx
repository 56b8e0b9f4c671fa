import { type ReactNode, useMemo } from 'react'

/**
 * A window in which a strip rolls up to its last field. `turn` starts it anew; 0 stands still.
 * @param before fields that pass by on the way
 */
export function Reel({
  place,
  turn,
  before,
  children,
}: {
  place: 0 | 1 | 2
  turn: number
  before: readonly ReactNode[]
  children: ReactNode
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what passes by is chosen once per turn
  const passing = useMemo(() => [...before, ...before, ...before].slice(0, 9 + place * 3), [turn])
  return (
    <div className="reel">
      <div key={turn} className={turn === 0 ? 'strip' : `strip rolls rolls-${place}`}>
        {turn > 0 &&
          passing.map((field, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fields of a strip have no identity but their place
            <div key={index} className="reel-field" aria-hidden="true">
              {field}
            </div>
          ))}
        <div className="reel-field">{children}</div>
      </div>
    </div>
  )
}
