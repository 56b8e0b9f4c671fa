import { asCurrency, isCurrency } from '@krapao/contract/money.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { textOfError } from '@krapao/web/errors/error-text.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'
import { shortReference } from '../../ui/short-reference.ts'

/**
 * The text of a failure in the current language. Details of the answer fill the text: `minimum` and `maximum`
 * are formatted as amounts, and `unit` is the name of its `currency`.
 */
export const errorText = (error: unknown): string =>
  textOfError(error, ['errorMsg'], ({ minimum, maximum, currency }) => ({
    ...(typeof minimum === 'number' && { minimum: formatFigure(minimum, asCurrency(currency)) }),
    ...(typeof maximum === 'number' && { maximum: formatFigure(maximum, asCurrency(currency)) }),
    ...(isCurrency(currency) && { unit: i18n.t(`ui.unit.${currency}`) }),
  }))

/** Refusals that send the member to support, who then has to find the call. */
const forSupport: ReadonlySet<string> = new Set([
  'INACTIVE_USER',
  'EXISTING_BANK',
  'PROFILE_LOCKED',
  'PROFILE_CHANGE_LIMIT',
  'INVALID_PRIZE_CODE',
  'INVALID_COUPON_TYPE',
])

/**
 * The reference by which support finds a refused call: what of the answer's own id people read out, or else
 * the id of the request, if the failure is ours or the member has to ask support. What the member can mend
 * alone has none: a mistyped password is no case. Undefined if no answer came.
 */
export function referenceOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { withdrawalId, slipId, transferId, qrcodeId, requestId } = error.body
  const id = [withdrawalId, slipId, transferId, qrcodeId].find((id) => typeof id === 'string')
  if (id) return shortReference(id)
  return error.status >= 500 || forSupport.has(error.code) ? requestId : undefined
}
