import type { Currency } from '@krapao/contract/money.ts'
import type { Tx } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import type { Wheel } from './rules.ts'
import type { WheelVersion } from './store.ts'

/** The wheel of a currency, as operators have published it. */

export interface ActiveWheel extends WheelVersion {
  content: Wheel
}

/** The wheel that is active in a currency. */
export async function activeWheel(
  { campaigns }: Pick<Context, 'campaigns'>,
  currency: Currency,
): Promise<ActiveWheel | undefined> {
  // Of wheels there is one per currency, by whose code it is called.
  const active = await campaigns.findActive('wheel', currency)
  return active && { currency, version: active.version, content: active.content }
}

/** The wheel that a spin or coupon came from, in any state. */
export const wheelOf = (
  { campaigns }: Pick<Context, 'campaigns'>,
  { currency, version }: WheelVersion,
  handle?: Tx,
): Promise<Wheel | undefined> => campaigns.findVersion('wheel', currency, version, handle)

/** The wheels of several spins or coupons, each looked for once. */
export async function wheelsOf(
  context: Pick<Context, 'campaigns'>,
  from: readonly WheelVersion[],
): Promise<(of: WheelVersion) => Wheel | undefined> {
  const name = ({ currency, version }: WheelVersion) => `${currency}/${version}`
  const versions = new Map(from.map((version) => [name(version), version]))
  const found = new Map(
    await Promise.all(
      [...versions].map(async ([key, version]) => [key, await wheelOf(context, version)] as const),
    ),
  )
  return (of) => found.get(name(of))
}

/** The currency of a member who calls. */
export async function currencyOfCaller(context: Context, memberId: string): Promise<Currency> {
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('invalid-token')
  return member.currency
}
