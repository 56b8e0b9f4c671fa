import { useState } from 'react'
import { plain } from '../../frame/load/lazy.tsx'
import { partOf } from '../../frame/load/part.tsx'
import { isAskDue } from './push-asked.ts'

const PushAsk = partOf<object>(
  plain(['settings'], () => import('./push-ask.tsx')),
  { waiting: () => null, failed: () => null },
)

/** Offers, below something that waits, to notify the member when it is done (rules.md §20). */
export function PushOffer() {
  const [due] = useState(isAskDue)
  return due && <PushAsk />
}
