import { CircleSlash, Coins, Gift, type LucideIcon, Package, Ticket } from 'lucide-react'
import type { Slice } from './wheel.ts'

/** What kind of prize it is, wherever one is shown. */
export const prizeIcons: Record<Slice['prize'], LucideIcon> = {
  CREDIT: Ticket,
  COIN: Coins,
  BONUS: Gift,
  ITEM: Package,
  NONE: CircleSlash,
}
