import { partsOf } from '../../ledger/public.ts'

/** A member's money on its way between wallet and games; minor units. */
export function inTransitOf(balances: ReadonlyMap<string, { amountMinor: number }>): number {
  let inTransit = 0
  for (const [name, { amountMinor }] of balances) {
    if (partsOf(name).kind === 'in-transit') inTransit += amountMinor
  }
  return inTransit
}
