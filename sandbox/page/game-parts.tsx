import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import type { ReactNode } from 'react'

/** The dark box in which a game is shown. */
export const stageClass = 'rounded-card bg-night p-3 text-on-night'

/** The legend of a group of choices. */
export const Legend = ({ children }: { children: ReactNode }) => (
  <legend className="mb-1 font-semibold text-sm">{children}</legend>
)

/** A radio button that looks like a button. */
export function Choice({
  name,
  isChosen,
  onChoose,
  disabled = false,
  children,
}: {
  name: string
  isChosen: boolean
  onChoose: () => void
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <label
      className={cx(
        'relative grid min-h-12 min-w-14 flex-auto cursor-pointer place-items-center rounded-2xl border px-2 py-1 text-center font-semibold',
        'has-focus-visible:outline-3 has-focus-visible:outline-link has-focus-visible:outline-offset-2',
        isChosen
          ? 'border-accent bg-positive-soft text-positive inset-ring inset-ring-accent'
          : 'border-field-line',
        disabled && !isChosen && 'border-dashed bg-sunken text-ink-soft',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={disabled}
        onChange={onChoose}
        className="sr-only"
      />
      <span>{children}</span>
    </label>
  )
}

/** The play button. During a round it does nothing, but stays enabled so that it keeps the focus. */
export const PlayButton = ({
  canPlay,
  isRunning,
  onPlay,
  children,
}: {
  canPlay: boolean
  isRunning: boolean
  onPlay: () => void
  children: ReactNode
}) => (
  <Button
    wide
    className="min-h-14 text-xl! aria-disabled:cursor-not-allowed aria-disabled:opacity-45"
    disabled={!canPlay}
    aria-disabled={isRunning}
    onClick={() => !isRunning && onPlay()}
  >
    {children}
  </Button>
)

/** A table with names in its first column and figures in the others. */
export function Table({ head, children }: { head: string[]; children: ReactNode }) {
  return (
    <table className="w-full text-sm [&_:is(td,th)]:border-line [&_:is(td,th)]:border-b [&_:is(td,th)]:px-1 [&_:is(td,th)]:py-2 [&_:is(td,th)]:text-right [&_:is(td,th)]:font-normal [&_:is(td,th):first-child]:text-left">
      <thead>
        <tr className="align-bottom text-ink-soft text-xs">
          {head.map((text) => (
            <th key={text} scope="col">
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}
