import { isCurrency } from '@krapao/contract/money.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { formatFigure } from '@krapao/web/ui/format.ts'
import i18next from 'i18next'

const say = i18next.t.bind(i18next) as (key: string, values: object) => string

/**
 * The text of a failure in the current language. What the answer says beside its code fills the text: `minimum` and
 * `maximum` as figures and `unit` as the name of its `currency`. Every code of ours has a text (web/errors);
 * another one shows itself (product.md §8).
 */
export function errorText(error: unknown): string {
  const { code, body } = error instanceof ApiError ? error : new ApiError('INTERNAL_SERVER_ERROR', 500)
  const key = `errorMsg.${code}`
  const text = say(key, {
    ...body,
    ...(typeof body.minimum === 'number' && { minimum: formatFigure(body.minimum) }),
    ...(typeof body.maximum === 'number' && { maximum: formatFigure(body.maximum) }),
    ...(isCurrency(body.currency) ? { unit: say(`ui.unit.${body.currency}`, {}) } : {}),
  })
  return text === key ? code : text
}

/**
 * What support finds a refused call by: the id of the thing that it was about where the answer names one, else the
 * request's own, which the server's log has. Undefined where no answer came.
 */
export function referenceOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { withdrawalId, slipId, transferId, qrcodeId, requestId } = error.body
  return [withdrawalId, slipId, transferId, qrcodeId, requestId].find((id) => typeof id === 'string')
}
