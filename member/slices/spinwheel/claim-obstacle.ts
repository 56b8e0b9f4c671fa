import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { type Obstacle, useObstacle } from '../bonus/public.ts'
import type { Wallet } from '../wallet/public.ts'
import type { Coupon } from './wheel.ts'

/** Why a coupon that is there to claim would be refused now; undefined: as far as is known it would not. */
export function useClaimObstacle({ type, under, heldUntil }: Coupon, wallet: Wallet): Obstacle | undefined {
  const { t } = useTranslation()
  // The wallet does not say that a person looks at a credit; the coupon says that something keeps it.
  const open = heldUntil && !wallet.activeBonus ? t('spin.error.BONUS_ALREADY_ACTIVE') : undefined
  const inTheWay = useObstacle(under ? wallet : undefined, { maxTotal: under?.maxTotal ?? null, open })
  if (type !== 'BONUS' || under) return inTheWay
  return { why: t('spin.error.INVALID_CODE'), isOpenBonus: false, isTooMuch: false }
}
