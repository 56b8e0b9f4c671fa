import { cx } from '@krapao/web/ui/class-names.ts'
import { useState } from 'react'

/**
 * A provider's logo from the member app, or its initials if there is none. Decorative, because the name is
 * beside it.
 */
export function Logo({ code, className }: { code: string; className: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) {
    return (
      <span
        aria-hidden="true"
        className={cx(
          'grid shrink-0 place-items-center rounded-2xl bg-positive-soft font-bold text-positive',
          className,
        )}
      >
        {code.slice(0, 2)}
      </span>
    )
  }
  return (
    <img
      src={`/art/games/${code.toLowerCase()}/logo.svg`}
      alt=""
      width="56"
      height="56"
      onError={() => setMissing(true)}
      className={cx('shrink-0', className)}
    />
  )
}
