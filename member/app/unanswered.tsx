import { type ComponentType, useEffect } from 'react'
import type { Wallet } from '../slices/wallet/public.ts'
import { fetching } from './lazy.tsx'
import { type MoneyCall, useCallsWithRequests } from './money/requests.ts'
import { type Load, partOf } from './part.tsx'

interface Props {
  wallet: Wallet
}

const unseen = (slices: string[], load: Load<Props>): ComponentType<Props> =>
  partOf(fetching(slices, load), { waiting: () => null, failed: () => null })

const Transfers = unseen(['wallet', 'game'], () => import('../slices/wallet/unanswered-transfers.tsx'))
const Withdrawals = unseen(
  ['withdraw', 'wallet'],
  () => import('../slices/withdraw/unanswered-withdrawals.tsx'),
)
const Rewards = unseen(['bonus', 'invite', 'refund', 'wallet'], () => import('./unanswered-rewards.tsx'))
const Deposits = unseen(['deposit', 'wallet'], () => import('../slices/deposit/unanswered-deposits.tsx'))
const Spins = unseen(['spinwheel'], () => import('../slices/spinwheel/unanswered-spins.tsx'))

const deposits: readonly MoneyCall[] = ['qr-code', 'gift', 'announcement']
const rewards: readonly MoneyCall[] = [
  'bonus',
  'bonus-clear',
  'promotion',
  'invite',
  'refund-claim',
  'refund-move',
]
const spins: readonly MoneyCall[] = ['spin', 'coupon']

/**
 * Asks in the background for the outcome of the member's unanswered requests, including those from before a reload. Its
 * code is loaded only if there are some.
 */
export function Unanswered({ wallet }: Props) {
  const calls = useCallsWithRequests(wallet.profile._id)
  const { amount } = wallet.wallet
  // biome-ignore lint/correctness/useExhaustiveDependencies: another balance may be the outcome of one of them
  useEffect(() => void dispatchEvent(new Event('wallet-moved')), [amount])
  return (
    <>
      {calls.includes('transfer') && <Transfers wallet={wallet} />}
      {calls.includes('withdrawal') && <Withdrawals wallet={wallet} />}
      {calls.some((call) => rewards.includes(call)) && <Rewards wallet={wallet} />}
      {calls.some((call) => deposits.includes(call)) && <Deposits wallet={wallet} />}
      {calls.some((call) => spins.includes(call)) && <Spins wallet={wallet} />}
    </>
  )
}
