import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { QrCode } from '@krapao/contract/slices/deposit/qr-code.ts'
import QrPicture from 'qrcode'
import type { Static } from 'typebox'
import { addSeconds } from '../../platform/clock.ts'
import { takeTurnOfMinute } from '../../platform/limiter.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { leastDeposit } from '../lookup/public.ts'
import { newDepositId } from './deposit-id.ts'
import { isGateway, leastQr, qrMinutes, qrPerMinute } from './qr-rules.ts'
import { closeCode, findGateway, findOpenCode, openCode, storePayload } from './qr-store.ts'

type Shown = Static<typeof QrCode>

const none = (message: '' | 'QR_FAIL'): Shown => ({
  qrcodeId: null,
  hasQrcode: false,
  qrcode: '',
  amount: 0,
  expireIn: null,
  message,
})

/**
 * Makes a single-use code of a gateway (rules.md §5.3). The row is written before the gateway is asked, so a code that
 * somebody can pay is always known here; whoever dies on the way leaves a code that nobody was shown.
 * @param amount in baht
 * @throws Refusal `NO_BANK`, `DEPOSIT_MINIMUM` (with `minimum` in baht), `REQUEST_LIMIT_1MIN`
 */
export async function createCode(
  context: Context,
  memberId: string,
  gateway: string,
  amount: number,
): Promise<Shown> {
  const { database, db, clock, settings, payments, brand } = context
  const currency = await currencyOf(context, memberId, gateway)
  if (!currency || !isGateway(gateway)) throw new Refusal('NO_BANK')
  const minimum = leastQr(gateway, brand.qrMinimum, await leastDeposit(context))
  if (toMinor(amount) < toMinor(minimum)) throw new Refusal('DEPOSIT_MINIMUM', { minimum })

  await takeTurnOfMinute(database, clock.now(), `qr:${memberId}`, await settings.get(qrPerMinute))
  const id = newDepositId('qr')
  const now = clock.now()
  const order = { gateway, paymentId: id, amountMinor: toMinor(amount) }
  const expiresAt = addSeconds(now, 60 * (await settings.get(qrMinutes)))
  const replaced = await openCode(db, { id, memberId, currency, ...order, expiresAt }, now)
  // Nobody waits for these: a payment of a cancelled code is judged when it comes.
  for (const paymentId of replaced) payments.cancel({ gateway, paymentId })

  const created = await payments.create({ ...order, expiresAt })
  const picture = created.outcome === 'created' ? await draw(created.payload) : undefined
  if (created.outcome === 'created' && picture && (await storePayload(db, id, created.payload))) {
    return show({ id, amountMinor: order.amountMinor, expiresAt }, picture)
  }
  await closeCode(db, { id, memberId }, 'FAILED', clock.now())
  payments.cancel({ gateway, paymentId: id })
  const reason = created.outcome === 'created' ? (picture ? 'REPLACED' : 'NO_PICTURE') : created.reason
  context.log.warn({ gateway, paymentId: id, reason }, 'no QR code')
  return none('QR_FAIL')
}

/** The code that the member may pay now, if any. @throws Refusal `NO_BANK` */
export async function readCode(context: Context, memberId: string, gateway: string): Promise<Shown> {
  if (!(await currencyOf(context, memberId, gateway))) throw new Refusal('NO_BANK')
  const code = await findOpenCode(context.db, memberId, gateway, context.clock.now())
  const picture = code && (await draw(code.payload))
  return code && picture ? show(code, picture) : none('')
}

/** Cancels the member's own open code. @throws Refusal `NO_DATA` */
export async function cancelCode(context: Context, memberId: string, id: string): Promise<void> {
  const gateway = await closeCode(context.db, { id, memberId }, 'CANCELLED', context.clock.now())
  if (!gateway) throw new Refusal('NO_DATA')
  context.payments.cancel({ gateway, paymentId: id })
}

/** The currency that this member may pay a gateway in; undefined where they may not. */
async function currencyOf(
  context: Context,
  memberId: string,
  gateway: string,
): Promise<'THB' | 'LAK' | undefined> {
  if (!isGateway(gateway)) return undefined
  const [member, currency] = await Promise.all([
    findMember(context, memberId),
    findGateway(context.db, gateway),
  ])
  return member && member.currency === currency ? currency : undefined
}

/** SVG of two paths, without any style; undefined for a text that no code can hold. */
const draw = (payload: string): Promise<string | undefined> =>
  QrPicture.toString(payload, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }).catch(() => undefined)

const show = (code: { id: string; amountMinor: number; expiresAt: Date }, qrcode: string): Shown => ({
  qrcodeId: code.id,
  hasQrcode: true,
  qrcode,
  amount: fromMinor(code.amountMinor),
  expireIn: code.expiresAt.toISOString(),
  message: '',
})
