import { accountSlice } from '../slices/account/route.ts'
import type { Slice } from '../slices/context.ts'
import { depositSlice } from '../slices/deposit/route.ts'
import { deskSlice } from '../slices/desk/route.ts'
import { gameSlice } from '../slices/game/route.ts'
import { lookupSlice } from '../slices/lookup/route.ts'
import { operatorSlice } from '../slices/operator/route.ts'
import { statementSlice } from '../slices/statement/route.ts'
import { walletSlice } from '../slices/wallet/route.ts'
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
  operatorSlice,
  deskSlice,
]
