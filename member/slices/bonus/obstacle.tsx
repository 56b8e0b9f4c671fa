import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Info } from 'lucide-react'
import { inAll, useBalance, type Wallet } from '../wallet/public.ts'

/** Why this member cannot take money under a condition now, and what would help. */
export interface Obstacle {
  why: string
  way?: string
  /** The member's open bonus is what is in the way. */
  isOpenBonus: boolean
}

/**
 * What the server would refuse for, as far as the app knows it; undefined: nothing.
 * @param maxTotal most that the member may have in all
 * @param title of the open bonus, where it is known
 */
export function useObstacle(
  wallet: Wallet | undefined,
  { maxTotal, title }: { maxTotal?: number | null; title?: string | undefined } = {},
): Obstacle | undefined {
  const { t } = useTranslation()
  const balance = useBalance(wallet?.currency ?? 'THB')
  if (!wallet) return undefined
  if (wallet.activeBonus || title !== undefined) {
    return {
      why: title === undefined ? t('bonus.hasOpen') : t('bonus.isOpen', { title }),
      isOpenBonus: true,
    }
  }
  const total = inAll(wallet)
  if (maxTotal === undefined || maxTotal === null || total <= maxTotal) return undefined
  const money = (amount: number) => formatMoney(amount, wallet.currency)
  return {
    why: t('bonus.tooMuch', { total: balance(total), maximum: money(maxTotal) }),
    way: t('bonus.tooMuchOut'),
    isOpenBonus: false,
  }
}

export const ObstacleNote = ({ obstacle: { why, way } }: { obstacle: Obstacle }) => (
  <Note tone="neutral" icon={<Info className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
    <p className="font-semibold">{why}</p>
    {way && <p>{way}</p>}
  </Note>
)
