/**
 * How far something is: a bar that is filled to its share.
 * @param label what it measures, for screen readers; `text` says the figures
 */
export function ProgressBar({
  label,
  text,
  current,
  required,
}: {
  label: string
  text: string
  current: number
  required: number
}) {
  const percent = required > 0 ? Math.min(100, Math.max(0, (100 * current) / required)) : 100
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      // Rounded down: a bar is not full before the last baht.
      aria-valuenow={Math.floor(percent)}
      aria-valuetext={text}
      className="h-3 overflow-hidden rounded-full border border-field-line bg-sunken"
    >
      <span
        className="block h-full origin-left rounded-full bg-accent motion-safe:transition-transform motion-safe:duration-200"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </div>
  )
}
