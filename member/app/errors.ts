import { isCurrency } from '@krapao/contract/money.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { textOfError } from '@krapao/web/errors/error-text.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'
import i18next from 'i18next'

/**
 * The text of a failure in the current language. What the answer says beside its code fills the text: `minimum` and
 * `maximum` as figures and `unit` as the name of its `currency`.
 */
export const errorText = (error: unknown): string =>
  textOfError(error, ['errorMsg'], ({ minimum, maximum, currency }) => ({
    ...(typeof minimum === 'number' && { minimum: formatFigure(minimum) }),
    ...(typeof maximum === 'number' && { maximum: formatFigure(maximum) }),
    ...(isCurrency(currency) && { unit: i18next.t(`ui.unit.${currency}`) }),
  }))

/**
 * What support finds a refused call by: the id of the thing that it was about where the answer names one, else the
 * request's own, which the server's log has. Undefined where no answer came.
 */
export function referenceOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { withdrawalId, slipId, transferId, qrcodeId, requestId } = error.body
  return [withdrawalId, slipId, transferId, qrcodeId, requestId].find((id) => typeof id === 'string')
}
