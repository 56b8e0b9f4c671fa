import { endpoint } from '../../endpoint.ts'
import { Wallet } from './get-wallet.ts'

export const refreshGames = endpoint({
  method: 'GET',
  path: '/api/wallet/refresh/slot',
  summary: 'Reads every active game’s balance from its provider, then answers like GET /api/wallet',
  access: 'member',
  limit: { per: 'member', name: 'game-refresh', perMinute: 'wallet.refreshesPerMinute' },
  answer: Wallet,
  errors: ['REQUEST_LIMIT_1MIN'],
})
