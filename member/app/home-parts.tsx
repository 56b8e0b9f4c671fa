import { Loading, Skeleton } from '@krapao/web/ui/states.tsx'
import { type ReactNode, useEffect } from 'react'
import { fetching } from '../frame/load/lazy.tsx'
import { partOf } from '../frame/load/part.tsx'
import { PartFailed } from '../frame/load/part-placeholders.tsx'
import { CarouselRooms } from '../slices/game/public.ts'
import type { Wallet } from '../slices/wallet/public.ts'
import { useWanted } from './use-wanted.ts'

/** The parts of the dashboard below its first view, or for wide windows only, which phones never load. */

interface Shown {
  wallet: Wallet
  onOpen(code: string): void
}

const Carousels = partOf<Shown>(
  fetching(['game', 'wallet'], () => import('../slices/game/game-carousels.tsx')),
  { waiting: () => <CarouselRooms />, failed: (_, again, why) => <PartFailed again={again} why={why} /> },
)

const Grid = partOf<Shown>(
  fetching(['game', 'wallet'], () => import('../slices/game/game-grid.tsx')),
  { waiting: () => <GridRoom />, failed: (_, again, why) => <PartFailed again={again} why={why} /> },
)

/** The games: in a wide window as a grid, beside the wallet; else on drums, once they are wanted. */
export function Games({
  wide,
  wallet,
  onOpen,
}: { wide: boolean; wallet: Wallet | undefined } & Pick<Shown, 'onOpen'>) {
  const { room, isWanted } = useWanted(!wide)
  useEffect(() => {
    // Beside the wallet, not after it.
    if (wide) Grid.fetchAhead()
    else if (isWanted) Carousels.fetchAhead()
  }, [wide, isWanted])
  if (wide) return wallet ? <Grid wallet={wallet} onOpen={onOpen} /> : <GridRoom />
  if (wallet && isWanted) return <Carousels wallet={wallet} onOpen={onOpen} />
  return (
    <div ref={room}>
      <CarouselRooms />
    </div>
  )
}

/** Why the balance cannot be withdrawn. */
export const BonusLine = partOf<{ room: ReactNode }>(
  fetching(['bonus', 'wallet'], () => import('../slices/bonus/bonus-line.tsx')),
  {
    waiting: ({ room }) => room,
    failed: (_, again, why) => (
      <div className="rounded-card bg-card shadow-card">
        <PartFailed again={again} why={why} />
      </div>
    ),
  },
)

/** The bank account, and the invite figures. */
export const BankAndInvite = partOf<{ wallet: Wallet | undefined; onRename(): void; onReceive(): void }>(
  () => import('../slices/wallet/bank-and-invite.tsx'),
  {
    waiting: () => (
      <>
        <Skeleton className="h-20 rounded-card bg-card!" />
        <Skeleton className="h-34 rounded-card bg-card!" />
      </>
    ),
    failed: (_, again, why) => <PartFailed again={again} why={why} />,
  },
)

/** Where to go while the balance cannot be shown. */
export const StillThere = partOf<object>(() => import('./still-there.tsx'), {
  waiting: () => null,
  failed: () => null,
})

/** The latest transactions. */
export const RecentStatement = partOf<object>(
  fetching(['statement', 'game', 'wallet'], () => import('../slices/statement/recent-statement.tsx')),
  {
    waiting: () => (
      <Loading>
        <Skeleton className="h-88 rounded-card bg-card!" />
      </Loading>
    ),
    failed: (_, again, why) => <PartFailed again={again} why={why} />,
  },
)

function GridRoom() {
  return (
    <Loading>
      <div className="grid grid-cols-1 gap-4">
        <div className="grid gap-3">
          <Skeleton className="h-12 rounded-2xl" />
          <Skeleton className="h-11 rounded-full" />
        </div>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-4">
          {Array.from({ length: 16 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
            <Skeleton key={at} className="h-[10.2rem] rounded-card" />
          ))}
        </div>
      </div>
    </Loading>
  )
}
