import { type ComponentType, useEffect } from 'react'
import { fetching } from '../../frame/load/lazy.tsx'
import { type Load, partOf } from '../../frame/load/part.tsx'
import { type MoneyCall, useCallsWithRequests } from '../../frame/money/requests.ts'
import type { Wallet } from '../wallet/public.ts'

interface Props {
  wallet: Wallet
}

const unseen = (slices: string[], load: Load<Props>): ComponentType<Props> =>
  partOf(fetching(slices, load), { waiting: () => null, failed: () => null })

const Transfers = unseen(['wallet', 'game'], () => import('../wallet/unanswered-transfers.tsx'))
const Withdrawals = unseen(['withdraw', 'wallet'], () => import('../withdraw/unanswered-withdrawals.tsx'))
const Rewards = unseen(['bonus', 'invite', 'refund', 'wallet'], () => import('./unanswered-rewards.tsx'))
const Deposits = unseen(['deposit', 'wallet'], () => import('../deposit/unanswered-deposits.tsx'))
const Spins = unseen(['spinwheel'], () => import('../spinwheel/unanswered-spins.tsx'))

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
 * Asks in the background for the outcome of the member's unanswered requests, including those from before a
 * reload. Its code is loaded only if there are some.
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
