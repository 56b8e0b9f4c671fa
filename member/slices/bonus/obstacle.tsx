import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Info } from 'lucide-react'
import { inAll, type Wallet } from '../wallet/public.ts'
import { useTotalWords } from './use-total-words.ts'

/** Why this member cannot take money under a condition now, and what would help. */
export interface Obstacle {
  why: string
  /** What would be in the way once that is not: who has a bonus may have too much as well. */
  also?: string
  way?: string
  /** The member's open bonus, or what a person looks at, is in the way. */
  isOpenBonus: boolean
  /** The member has more than may be had, whatever else is in the way. */
  isTooMuch: boolean
}

/**
 * What the server would refuse for, as far as the app knows it; undefined: nothing.
 * @param maxTotal most that the member may have in all
 * @param total what the member has in all, where the server has said it
 * @param open says that the member has something open, where the page knows it by its name
 */
export function useObstacle(
  wallet: Wallet | undefined,
  {
    maxTotal,
    total: told,
    open,
  }: { maxTotal?: number | null; total?: number | undefined; open?: string | undefined } = {},
): Obstacle | undefined {
  const { t } = useTranslation()
  const totalWords = useTotalWords(wallet?.currency ?? 'THB')
  if (!wallet) return undefined
  const total = told ?? inAll(wallet)
  const isTooMuch = maxTotal !== undefined && maxTotal !== null && total > maxTotal
  const figures = isTooMuch && {
    total: totalWords(total, wallet.inTransit),
    maximum: formatMoney(maxTotal, wallet.currency),
  }
  if (wallet.activeBonus || open !== undefined) {
    return {
      why: open ?? t('bonus.hasOpen'),
      ...(figures && { also: t('bonus.tooMuchToo', figures) }),
      isOpenBonus: true,
      isTooMuch,
    }
  }
  if (!figures) return undefined
  return { why: t('bonus.tooMuch', figures), way: t('bonus.tooMuchOut'), isOpenBonus: false, isTooMuch }
}

/** Says it, and what would help. */
export const ObstacleNote = ({
  obstacle: { why, also, way },
}: {
  obstacle: Pick<Obstacle, 'why' | 'also' | 'way'>
}) => (
  <Note tone="neutral" icon={<Info className="mt-0.5 size-4.5 shrink-0" aria-hidden />}>
    <p className="font-semibold">{why}</p>
    {also && <p className="mt-1">{also}</p>}
    {way && <p>{way}</p>}
  </Note>
)
