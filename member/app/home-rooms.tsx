import { useState } from 'react'
import { homeRoom } from '../frame/home-room.ts'
import { RowRoom, UnderWayHead } from '../slices/under-way/public.ts'
import { BonusLine } from './home-parts.tsx'

/**
 * What stands between the balance and the shortcuts while the figures are on their way: the room of the last
 * visit.
 */

/**
 * Why the balance cannot be withdrawn, where a bonus is active.
 * @param isActive undefined while that is not known
 */
export function BonusPlace({ isActive }: { isActive: boolean | undefined }) {
  const [{ bonus: height }] = useState(homeRoom)
  const room = (
    <div className="rounded-card bg-card shadow-card">
      <RowRoom height={height} />
    </div>
  )
  return (
    <div data-room="bonus" className="empty:hidden">
      {isActive ? <BonusLine room={room} /> : isActive === undefined && height > 0 && room}
    </div>
  )
}

/** What is under way, and what has ended. */
export function UnderWayRoom() {
  const [{ waiting, ended, isMore }] = useState(homeRoom)
  if (waiting.length + ended.length === 0) return null
  return (
    <div aria-hidden className="rounded-card bg-card shadow-card">
      {waiting.length > 0 && (
        <>
          <UnderWayHead heading="wallet.under.title" />
          <Rows heights={waiting} />
        </>
      )}
      {ended.length > 0 && (
        <div className={waiting.length > 0 ? 'border-t border-line' : ''}>
          <UnderWayHead heading="wallet.under.ended" isBare={waiting.length === 0} />
          <Rows heights={ended} />
          {isMore && <div className="h-11.25 border-t border-line" />}
        </div>
      )}
    </div>
  )
}

const Rows = ({ heights }: { heights: number[] }) => (
  <ul className="divide-y divide-line">
    {heights.map((height, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
      <li key={at}>
        <RowRoom height={height} />
      </li>
    ))}
  </ul>
)
