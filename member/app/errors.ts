import { isCurrency } from '@krapao/contract/money.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { textOfError } from '@krapao/web/errors/error-text.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'
import i18next from 'i18next'

/**
 * The text of a failure in the current language. Details of the answer fill the text: `minimum` and `maximum` are
 * formatted as amounts, and `unit` is the name of its `currency`.
 */
export const errorText = (error: unknown): string =>
  textOfError(error, ['errorMsg'], ({ minimum, maximum, currency }) => ({
    ...(typeof minimum === 'number' && { minimum: formatFigure(minimum) }),
    ...(typeof maximum === 'number' && { maximum: formatFigure(maximum) }),
    ...(isCurrency(currency) && { unit: i18next.t(`ui.unit.${currency}`) }),
  }))

/**
 * The reference by which support finds a refused call: the id in the answer if it has one, else the id of the request,
 * which is in the server's log. Undefined if no answer came.
 */
export function referenceOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { withdrawalId, slipId, transferId, qrcodeId, requestId } = error.body
  return [withdrawalId, slipId, transferId, qrcodeId, requestId].find((id) => typeof id === 'string')
}
