import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Currency } from '@krapao/contract/money.ts'
import { Refusal } from '../../platform/refusal.ts'
import { defineAmounts, defineSetting, Type } from '../../platform/settings.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { selectOffered } from '../house/public.ts'

/** Where members may pay to, and the operator's limits of deposits (product.md §7, Lookups). */

const timeOfDay = () => Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

const depositMin = defineAmounts(
  'deposit.min',
  { THB: 1, LAK: 1000 },
  'Minimum deposit by QR code or announcement; a gateway may ask for more',
)
const giftMin = defineAmounts('gift.minimum', { THB: 2, LAK: 1000 }, 'Least gift link')
const depositManual = defineSetting(
  'deposit.manual',
  Type.Boolean(),
  false,
  'Every deposit account shows as plain bank details and the operator confirms deposits by hand',
)

const slipUploadMinutes = defineSetting(
  'slip.uploadMinutes',
  Type.Integer({ minimum: 1, maximum: 1440 }),
  60,
  'A slip is taken up to this many minutes after its transfer',
)
const slipMaxMegabytes = defineSetting(
  'slip.maxMegabytes',
  Type.Integer({ minimum: 1, maximum: 50 }),
  10,
  'Largest picture of a slip',
)
export const slipClosedFrom = defineSetting(
  'slip.closedFrom',
  timeOfDay(),
  '00:00',
  'Slips are not taken from this time of the Bangkok day; equal to slip.closedUntil: taken around the clock',
)
export const slipClosedUntil = defineSetting(
  'slip.closedUntil',
  timeOfDay(),
  '00:00',
  'Slips are taken again from this time of the Bangkok day',
)
/** Pictures of slips that can be read (rules.md §5.1). */
const slipTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

/** The minimum deposit by QR code or announcement, in baht or kip. */
export function minDeposit({ settings }: Context, currency: Currency): Promise<number> {
  return settings.get(depositMin[currency])
}

/** The minimum of a gift link, in baht or kip. */
export async function minGift({ settings }: Context, currency: Currency): Promise<number> {
  return Math.max(await settings.get(giftMin[currency]), 0.01)
}

/** Whether members announce deposits, which operators confirm (rules.md §5.5). */
export function isManualOn({ settings }: Context): Promise<boolean> {
  return settings.get(depositManual)
}

/**
 * The limits of an uploaded slip: bytes, minutes after the transfer, and the closing hours (HH:mm, Bangkok).
 */
export async function readSlipLimits({ settings }: Context): Promise<AnswerOf<'GET /api/lookup/slip'>> {
  return {
    uploadWithinMinutes: await settings.get(slipUploadMinutes),
    maxBytes: (await settings.get(slipMaxMegabytes)) * 1024 * 1024,
    types: [...slipTypes],
    closedFrom: await settings.get(slipClosedFrom),
    closedUntil: await settings.get(slipClosedUntil),
  }
}

/**
 * The accounts that this member may pay to; a deposit to an account of another currency would credit nobody.
 */
export async function readOffered(
  context: Context,
  memberId: string,
): Promise<AnswerOf<'GET /api/lookup/deposit'>> {
  const member = await findMember(context, memberId)
  if (!member) throw new Refusal('invalid-token')
  const { currency } = member
  const accounts = await selectOffered(context.db, currency)
  return {
    banks: accounts
      .filter(({ kind }) => kind === 'bank')
      .map((account) => ({
        bank: account.bank,
        bankCode: account.bankCode ?? '',
        bankType: account.bankType,
        mode: account.mode,
        bankAccountName: account.accountName,
        bankAccountNo: account.accountNo,
        currency: account.currency,
      })),
    wallets: accounts
      .filter(({ kind }) => kind === 'wallet')
      .map(({ accountName, accountNo, mode }) => ({
        walletAccountName: accountName,
        walletAccountNo: accountNo,
        mode,
      })),
    isManual: await isManualOn(context),
    minDeposit: await minDeposit(context, currency),
    minGift: await minGift(context, currency),
  }
}
