import { toMinor } from '@krapao/contract/money.ts'
import { isQrGateway, minQr } from '@krapao/contract/qr-gateways.ts'
import { type CallKey, type InnerKey, innerKey, newKey } from '../../../platform/call-key.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findMember } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { listGateways } from '../../house/public.ts'
import { depositIdOf } from '../deposit-id.ts'
import { minDeposit } from '../limits.ts'
import { findCode } from '../reports/code-store.ts'
import { finish, newCode, none, offer, open, type Shown, showOpen } from './codes.ts'
import { mostGateways, qrRestSeconds, rankGateways } from './rules.ts'

/** PromptPay is paid in baht. */
const currency = 'THB'

/**
 * Makes a code at the gateway that suits best, or at the next one if that gives none (rules.md §5.3, decision
 * 0030). The code takes the place of all open ones of the member, so that one code at most can be paid. A
 * gateway is given up only after its code was closed here without having been shown to anybody; a newer code
 * of the member ends the search.
 * @param amount baht
 * @param key the caller's `Idempotency-Key`: the same key goes on where it was left, and answers the same
 *   code
 * @throws Refusal `NO_BANK`, `DEPOSIT_MINIMUM` (with `minimum` in its `currency`), `REQUEST_LIMIT_1MIN`,
 *   `IDEMPOTENCY_CONFLICT`
 */
export async function createPromptPay(
  context: Context,
  memberId: string,
  amount: number,
  key: CallKey | InnerKey = newKey(),
): Promise<Shown> {
  const tried: string[] = []
  let id: string | null = null
  while (tried.length < mostGateways) {
    // Another code of the same call; none of these is the id of another key's code.
    const nextId = depositIdOf('qr', memberId, tried.length === 0 ? key : innerKey(key, `${tried.length}`))
    const begun = await findCode(context.db, nextId)
    const code = begun ?? (await openNext(context, { id: nextId, memberId, amount, tried }))
    if (!code) break
    id = nextId
    tried.push(code.gateway)
    const offered = begun ? await finish(context, begun, amount) : await offer(context, code)
    if (typeof offered !== 'string') return offered
    if (offered === 'OVER') break
  }
  return none('QR_FAIL', id)
}

/** Opens a code at the best gateway that was not tried; undefined if there is none, or a newer code. */
async function openNext(
  context: Context,
  { tried, ...order }: { id: string; memberId: string; amount: number; tried: readonly string[] },
) {
  const { clock, settings, services } = context
  const gateways = await gatewaysOf(context, order.memberId)
  const amountMinor = toMinor(order.amount)
  const least = Math.min(...gateways.map(({ minimum }) => minimum))
  if (amountMinor < toMinor(least)) throw new Refusal('DEPOSIT_MINIMUM', { minimum: least, currency })
  const [gateway] = rankGateways(
    gateways
      .filter(({ code }) => !tried.includes(code))
      .map(({ code, minimum }) => ({ code, minimumMinor: toMinor(minimum) })),
    amountMinor,
    services.gatewayFailures,
    clock.now(),
    await settings.get(qrRestSeconds),
  )
  if (gateway === undefined) return undefined
  const isFirst = tried.length === 0
  const code = await newCode(context, { ...order, gateway, currency }, isFirst)
  const opened = await open(context, code, { everywhere: true, unlessOpen: !isFirst })
  return opened ? code : undefined
}

/** The newest code that the member may pay now, at any gateway. @throws Refusal `NO_BANK` */
export async function readPromptPay(context: Context, memberId: string): Promise<Shown> {
  await gatewaysOf(context, memberId)
  return showOpen(context, memberId)
}

/**
 * The gateways that the member may pay in baht, with their minimums. @throws Refusal `NO_BANK` if there is
 * none
 */
async function gatewaysOf(context: Context, memberId: string): Promise<{ code: string; minimum: number }[]> {
  const member = await findMember(context, memberId)
  const open = member?.currency === currency ? await listGateways(context.db, currency) : []
  const least = await minDeposit(context, currency)
  const gateways = open
    .filter(isQrGateway)
    .map((code) => ({ code, minimum: minQr(code, currency, context.brand.qrMinimum, least) }))
  if (gateways.length === 0) throw new Refusal('NO_BANK')
  return gateways
}
