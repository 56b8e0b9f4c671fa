import { useState } from 'react'

/** A provider's picture from the member app, or its initials where there is none. Decorative: the name stands beside. */
export function Logo({ code }: { code: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) {
    return (
      <span className="logo logo-plain" aria-hidden="true">
        {code.slice(0, 2)}
      </span>
    )
  }
  return (
    <img
      className="logo"
      src={`/art/games/${code.toLowerCase()}/logo.svg`}
      alt=""
      width="56"
      height="56"
      onError={() => setMissing(true)}
    />
  )
}
