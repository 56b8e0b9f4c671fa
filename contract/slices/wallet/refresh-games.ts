import { endpoint } from '../../endpoint.ts'
import { Wallet } from './get-wallet.ts'

export const refreshGames = endpoint({
  method: 'GET',
  path: '/api/wallet/refresh/slot',
  summary: 'Reads every active game’s balance from its provider, then answers like GET /api/wallet',
  access: 'member',
  answer: Wallet,
  errors: [],
})
