import { memberFinder } from '../slices/account/members.ts'
import { loginServices } from '../slices/account/public.ts'
import { accountSlice } from '../slices/account/route.ts'
import { sessionFinder } from '../slices/account/session.ts'
import { openBonusFinder } from '../slices/bonus/open-bonus.ts'
import { bonusSlice } from '../slices/bonus/route.ts'
import { campaignSlice } from '../slices/campaign/route.ts'
import { chatServices } from '../slices/chat/public.ts'
import { chatSlice } from '../slices/chat/route.ts'
import type { Context, Services, Slice } from '../slices/context.ts'
import { depositServices, qrServices } from '../slices/deposit/public.ts'
import { depositSlice } from '../slices/deposit/route.ts'
import { deskSlice } from '../slices/desk/route.ts'
import { gameServices } from '../slices/game/public.ts'
import { gameSlice } from '../slices/game/route.ts'
import { inviteSlice } from '../slices/invite/route.ts'
import { bankCodesOf } from '../slices/lookup/public.ts'
import { lookupSlice } from '../slices/lookup/route.ts'
import { operatorSlice } from '../slices/operator/route.ts'
import { outcomeSlice } from '../slices/outcome/route.ts'
import { promotionSlice } from '../slices/promotion/route.ts'
import { pushServices } from '../slices/push/notify.ts'
import { pushSlice } from '../slices/push/route.ts'
import { refundSlice } from '../slices/refund/route.ts'
import { spinwheelSlice } from '../slices/spinwheel/route.ts'
import { statementSlice } from '../slices/statement/route.ts'
import { walletServices } from '../slices/wallet/public.ts'
import { walletSlice } from '../slices/wallet/route.ts'
import { withdrawSlice } from '../slices/withdraw/route.ts'
import { withdrawServices } from '../slices/withdraw/withdraw.ts'

/** The features of the server. */
export const slices: Slice[] = [
  lookupSlice,
  accountSlice,
  gameSlice,
  walletSlice,
  depositSlice,
  withdrawSlice,
  statementSlice,
  outcomeSlice,
  operatorSlice,
  campaignSlice,
  bonusSlice,
  promotionSlice,
  spinwheelSlice,
  inviteSlice,
  refundSlice,
  chatSlice,
  pushSlice,
  deskSlice,
]

/** What the slices have made once for all calls of a node. */
export const createServices = (
  context: Omit<Context, 'services'>,
  bankCodes = bankCodesOf(context),
): Services => ({
  findMember: memberFinder(context),
  findSession: sessionFinder(context),
  ...loginServices(),
  bankCodes,
  findOpenBonus: openBonusFinder(context),
  reservations: new Map(),
  ...gameServices(context),
  ...walletServices(),
  ...depositServices(),
  ...qrServices(),
  ...withdrawServices(context, bankCodes),
  ...chatServices(context),
  ...pushServices(context),
  auditedLooks: new Map(),
})
