import { useState } from 'react'
import { plain } from './lazy.tsx'
import { partOf } from './part.tsx'
import { isAskDue } from './push-asked.ts'

const PushAsk = partOf<object>(
  plain(['settings'], () => import('../slices/settings/push-ask.tsx')),
  { waiting: () => null, failed: () => null },
)

/** Offers, below something that waits, to notify the member when it is done (rules.md §20). */
export function PushOffer() {
  const [due] = useState(isAskDue)
  return due && <PushAsk />
}
