import { accountSlice } from '../slices/account/route.ts'
import type { Slice } from '../slices/context.ts'
import { depositSlice } from '../slices/deposit/route.ts'
import { gameSlice } from '../slices/game/route.ts'
import { lookupSlice } from '../slices/lookup/route.ts'
import { walletSlice } from '../slices/wallet/route.ts'

/** The features of the server. */
export const slices: Slice[] = [lookupSlice, accountSlice, gameSlice, walletSlice, depositSlice]
