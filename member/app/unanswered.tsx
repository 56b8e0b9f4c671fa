import type { ComponentType } from 'react'
import type { Wallet } from '../slices/wallet/public.ts'
import { fetching } from './lazy.tsx'
import { type MoneyCall, useCallsWithWishes } from './money/wishes.ts'
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
const Deposits = unseen(['deposit', 'wallet'], () => import('../slices/deposit/unanswered-deposits.tsx'))

const deposits: readonly MoneyCall[] = ['qr-code', 'gift', 'announcement']

/**
 * Asks in the background what became of the member's wishes whose answer is not known, those of before a reload as well.
 * Fetched only where there are some.
 */
export function Unanswered({ wallet }: Props) {
  const calls = useCallsWithWishes(wallet.profile._id)
  return (
    <>
      {calls.includes('transfer') && <Transfers wallet={wallet} />}
      {calls.includes('withdrawal') && <Withdrawals wallet={wallet} />}
      {calls.some((call) => deposits.includes(call)) && <Deposits wallet={wallet} />}
    </>
  )
}
