import { Skeleton } from '@krapao/web/ui/states.tsx'
import { useEffect, useState } from 'react'
import {
  type InstallWay,
  installHistory,
  installWay,
  isInstallDue,
  noteVisit,
} from '../frame/device/install.ts'
import { plain } from '../frame/load/lazy.tsx'
import { partOf } from '../frame/load/part.tsx'

const InstallCard = partOf<{ way: InstallWay; onChange(way?: InstallWay): void }>(
  plain(['settings'], () => import('../slices/settings/install-card.tsx')),
  { waiting: () => <Skeleton className="h-44 rounded-card" />, failed: () => null },
)

/**
 * Offers to install the app. Whether it does is decided when the page begins, so that nothing on it moves
 * later.
 */
export function InstallOffer() {
  const [way, setWay] = useState(() => (isInstallDue(installHistory()) ? installWay() : undefined))
  useEffect(() => noteVisit(), [])
  return way && <InstallCard way={way} onChange={setWay} />
}
