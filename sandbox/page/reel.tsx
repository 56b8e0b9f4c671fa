import { type ReactNode, useMemo } from 'react'

/**
 * A reel: a strip of fields that rolls to its last field.
 * @param turn another number starts the animation again; 0: no animation
 * @param before the fields that pass before the last one
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the passing fields are chosen once per turn
  const passing = useMemo(() => [...before, ...before, ...before].slice(0, 9 + place * 3), [turn])
  return (
    <div className="reel text-[3.5rem] font-bold leading-none">
      <div key={turn} className={turn === 0 ? 'strip' : `strip rolls rolls-${place}`}>
        {turn > 0 &&
          passing.map((field, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fields of a strip are identified by their position
            <div key={index} className="reel-field" aria-hidden="true">
              {field}
            </div>
          ))}
        <div className="reel-field">{children}</div>
      </div>
    </div>
  )
}
