import { type Currency, fromMinor, toMinor } from '@krapao/contract/money.ts'
import { isQrGateway, minQr } from '@krapao/contract/qr-gateways.ts'
import type { QrCode } from '@krapao/contract/slices/deposit/qr/qr-code.ts'
import QrPicture from 'qrcode'
import type { Static } from 'typebox'
import type { CallKey } from '../../../platform/call-key.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { consumeLimits, minuteLimit } from '../../../platform/limits/limiter.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { findMember } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { hasGateway } from '../../house/public.ts'
import { depositIdOf, newDepositId } from '../deposit-id.ts'
import { minDeposit } from '../limits.ts'
import { notifyDepositsChanged } from '../notify.ts'
import { type Code, findCode } from '../reports/code-store.ts'
import { qrMinutes, qrPerMinute } from './rules.ts'
import { closeCode, findOpenCode, openCode, storePayload } from './store.ts'

export type Shown = Static<typeof QrCode>
/** A code that is not opened yet, or that its gateway has to be asked for. */
type NewCode = Omit<Code, 'state' | 'payload' | 'closedAt'>

export const none = (message: '' | 'QR_FAIL', qrcodeId: string | null = null): Shown => ({
  qrcodeId,
  hasQrcode: false,
  qrcode: '',
  payload: '',
  amount: 0,
  expireIn: null,
  message,
})

/**
 * Makes a single-use code of a gateway (rules.md §5.3). The row is written before the gateway is asked, so a
 * code that somebody can pay is always known here; a node that dies on the way leaves a code that nobody was
 * shown, and that the same key finishes.
 * @param amount in the member's currency
 * @param key the caller's `Idempotency-Key`: the same key answers the same code
 * @throws Refusal `NO_BANK`, `DEPOSIT_MINIMUM` (with `minimum` in its `currency`), `REQUEST_LIMIT_1MIN`,
 *   `IDEMPOTENCY_CONFLICT`
 */
export async function createCode(
  context: Context,
  memberId: string,
  gateway: string,
  amount: number,
  key?: CallKey,
): Promise<Shown> {
  const { db, brand } = context
  const id = key === undefined ? newDepositId('qr') : depositIdOf('qr', memberId, key)
  const begun = key === undefined ? undefined : await findCode(db, id)
  if (begun && begun.gateway !== gateway) throw new Refusal('IDEMPOTENCY_CONFLICT')
  if (begun) return shownOf(await finish(context, begun, amount), id)
  const currency = await currencyOf(context, memberId, gateway)
  if (!currency || !isQrGateway(gateway)) throw new Refusal('NO_BANK')
  const minimum = minQr(gateway, currency, brand.qrMinimum, await minDeposit(context, currency))
  if (toMinor(amount) < toMinor(minimum)) throw new Refusal('DEPOSIT_MINIMUM', { minimum, currency })

  const code = await newCode(context, { id, memberId, gateway, currency, amount })
  await open(context, code)
  return shownOf(await offer(context, code), id)
}

/**
 * A code before it is opened.
 * @param counts whether it is one of those that the member may have made within a minute
 * @throws Refusal `REQUEST_LIMIT_1MIN`
 */
export async function newCode(
  { database, clock, settings }: Context,
  { amount, ...order }: Pick<Code, 'id' | 'memberId' | 'gateway' | 'currency'> & { amount: number },
  counts = true,
): Promise<NewCode> {
  const { memberId } = order
  if (counts) {
    const codes = minuteLimit(`qr:${memberId}`, await settings.get(qrPerMinute))
    await consumeLimits(database, clock.now(), [codes])
  }
  const expiresAt = addSeconds(clock.now(), 60 * (await settings.get(qrMinutes)))
  return { ...order, amountMinor: toMinor(amount), expiresAt }
}

/** Opens a code, and cancels the ones that it replaces at their gateways. @returns whether it was opened */
export async function open(
  context: Context,
  code: NewCode,
  how?: Parameters<typeof openCode>[3],
): Promise<boolean> {
  const { db, clock, payments } = context
  const replaced = await openCode(db, code, clock.now(), how)
  // Another page of the member may still show it, to be paid.
  if (replaced?.length) notifyDepositsChanged(context, [code.memberId])
  // Nobody waits for these: a payment of a cancelled code is judged when it comes.
  for (const { id, gateway } of replaced ?? []) payments.cancel({ gateway, paymentId: id })
  return replaced !== undefined
}

/**
 * A code that can be paid, or why there is none: the gateway gave none, or it is over, because a newer one
 * took its place, or it was paid, cancelled or expired.
 */
export type Offered = Shown | 'FAILED' | 'OVER'

export const shownOf = (offered: Offered, id: string): Shown =>
  typeof offered === 'string' ? none('QR_FAIL', id) : offered

/** Goes on with a code that the same key opened before. @throws Refusal `IDEMPOTENCY_CONFLICT` */
export async function finish(context: Context, code: Code, amount: number): Promise<Offered> {
  if (code.amountMinor !== toMinor(amount)) throw new Refusal('IDEMPOTENCY_CONFLICT')
  if (code.state === 'FAILED') return 'FAILED'
  if (code.state !== 'OPEN' || code.expiresAt <= context.clock.now()) return 'OVER'
  if (code.payload === null) return offer(context, code)
  const picture = await draw(code.payload)
  return picture ? show(code, code.payload, picture) : offer(context, code)
}

/** Asks the gateway for an open code; it closes where there is nothing to show. */
export async function offer(
  context: Context,
  { id, memberId, gateway, currency, amountMinor, expiresAt }: NewCode,
): Promise<Offered> {
  const { db, payments, clock, log, services } = context
  const created = await payments.create({ gateway, paymentId: id, amountMinor, currency, expiresAt })
  const picture = created.outcome === 'created' ? await draw(created.payload) : undefined
  const { gatewayFailures } = services
  // A gateway that refuses an order has answered it.
  if (created.outcome === 'refused' || picture) gatewayFailures.delete(gateway)
  else {
    const count = (gatewayFailures.get(gateway)?.count ?? 0) + 1
    gatewayFailures.set(gateway, { count, at: clock.now() })
  }
  let isReplaced = false
  if (created.outcome === 'created' && picture) {
    if (await storePayload(db, id, created.payload)) {
      notifyDepositsChanged(context, [memberId])
      return show({ id, amountMinor, expiresAt }, created.payload, picture)
    }
    isReplaced = true
  }
  await closeCode(db, { id, memberId }, 'FAILED', clock.now())
  payments.cancel({ gateway, paymentId: id })
  const reason = created.outcome === 'created' ? (isReplaced ? 'REPLACED' : 'NO_PICTURE') : created.reason
  log.warn({ gateway, paymentId: id, reason }, 'no QR code')
  return isReplaced ? 'OVER' : 'FAILED'
}

/** The code that the member may pay now, if any. @throws Refusal `NO_BANK` */
export async function readCode(context: Context, memberId: string, gateway: string): Promise<Shown> {
  if (!(await currencyOf(context, memberId, gateway))) throw new Refusal('NO_BANK')
  return showOpen(context, memberId, gateway)
}

/** The open code of a gateway, or the newest of all. */
export async function showOpen(context: Context, memberId: string, gateway?: string): Promise<Shown> {
  const code = await findOpenCode(context.db, memberId, gateway, context.clock.now())
  const picture = code && (await draw(code.payload))
  return code && picture ? show(code, code.payload, picture) : none('')
}

/** Cancels the member's own open code. @throws Refusal `NO_DATA` */
export async function cancelCode(context: Context, memberId: string, id: string): Promise<void> {
  const gateway = await closeCode(context.db, { id, memberId }, 'CANCELLED', context.clock.now())
  if (!gateway) throw new Refusal('NO_DATA')
  notifyDepositsChanged(context, [memberId])
  context.payments.cancel({ gateway, paymentId: id })
}

/** The currency that this member may pay a gateway in; undefined where they may not. */
async function currencyOf(
  context: Context,
  memberId: string,
  gateway: string,
): Promise<Currency | undefined> {
  if (!isQrGateway(gateway)) return undefined
  const member = await findMember(context, memberId)
  return member && (await hasGateway(context.db, gateway, member.currency)) ? member.currency : undefined
}

/** SVG of two paths, without any style; undefined for a text that no code can hold. */
const draw = (payload: string): Promise<string | undefined> =>
  QrPicture.toString(payload, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }).catch(() => undefined)

const show = (
  code: { id: string; amountMinor: number; expiresAt: Date },
  payload: string,
  qrcode: string,
): Shown => ({
  qrcodeId: code.id,
  hasQrcode: true,
  qrcode,
  payload,
  amount: fromMinor(code.amountMinor),
  expireIn: code.expiresAt.toISOString(),
  message: '',
})
