import type { FastifyInstance } from 'fastify'
import { accountServices, onNewLogin } from '../slices/account/public.ts'
import { accountSlice } from '../slices/account/route.ts'
import {
  bonusServices,
  onBets,
  onBetsFunded,
  onDeposit,
  onReading,
  onReversal,
  openBonusFinder,
} from '../slices/bonus/public.ts'
import { bonusSlice } from '../slices/bonus/route.ts'
import { campaignSlice } from '../slices/campaign/route.ts'
import { chatServices } from '../slices/chat/public.ts'
import { chatSlice } from '../slices/chat/route.ts'
import type { Context, Services, Slice } from '../slices/context.ts'
import { depositServices, onDepositCredited, onDepositReversed } from '../slices/deposit/public.ts'
import { depositSlice } from '../slices/deposit/route.ts'
import { deskSlice } from '../slices/desk/route.ts'
import { gameServices, onBetsStored } from '../slices/game/public.ts'
import { gameSlice } from '../slices/game/route.ts'
import { inviteSlice } from '../slices/invite/route.ts'
import { bankCodesOf } from '../slices/lookup/public.ts'
import { lookupSlice } from '../slices/lookup/route.ts'
import { operatorServices } from '../slices/operator/public.ts'
import { operatorSlice } from '../slices/operator/route.ts'
import { outcomeSlice } from '../slices/outcome/route.ts'
import { promotionSlice } from '../slices/promotion/route.ts'
import { notifyCredited, notifyNewLogin, pushServices } from '../slices/push/public.ts'
import { pushSlice } from '../slices/push/route.ts'
import { addFunded } from '../slices/refund/public.ts'
import { refundSlice } from '../slices/refund/route.ts'
import { countStakes, creditCoins, takeBackCoins } from '../slices/spinwheel/public.ts'
import { spinwheelSlice } from '../slices/spinwheel/route.ts'
import { statementSlice } from '../slices/statement/route.ts'
import { onGamesRead, walletServices } from '../slices/wallet/public.ts'
import { walletSlice } from '../slices/wallet/route.ts'
import { withdrawServices } from '../slices/withdraw/public.ts'
import { withdrawSlice } from '../slices/withdraw/route.ts'

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

/**
 * Things that the slices make once for all calls of a node. Each names its own in `Services` and reads it
 * alone; others call a function of its public.ts.
 */
export const createServices = (context: Omit<Context, 'services'>): Services => ({
  ...accountServices(context),
  ...bonusServices(),
  ...gameServices(context),
  ...walletServices(openBonusFinder(context)),
  ...depositServices(),
  ...withdrawServices(context, bankCodesOf(context)),
  ...chatServices(context),
  ...pushServices(context),
  ...operatorServices(),
})

export async function mountSlices(app: FastifyInstance, context: Context): Promise<void> {
  for (const slice of slices) await slice.mount(app, context)
  connectSlices(context)
}

/**
 * The listeners to events of slices that do not know them, in this order. All other arrows between slices are
 * imports of a public.ts.
 */
function connectSlices(context: Context): void {
  onDepositCredited(
    context,
    (tx, deposit) => onDeposit(context, tx, deposit),
    (tx, deposit) => creditCoins(context, tx, deposit),
    (tx, deposit) => notifyCredited(context, tx, deposit),
  )
  onDepositReversed(
    context,
    (tx, deposit) => onReversal(context, tx, deposit),
    (tx, deposit) => takeBackCoins(context, tx, deposit),
  )
  onBetsStored(
    context,
    (tx, bets) => onBets(context, tx, bets),
    addFunded,
    (tx, bets) => countStakes(context, tx, bets),
  )
  onBetsFunded(context, addFunded)
  onGamesRead(context, (memberId) => onReading(context, memberId))
  onNewLogin(context, (login) => notifyNewLogin(context, login))
}
