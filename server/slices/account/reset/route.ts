import { resetPassword as resetPasswordCall } from '@krapao/contract/slices/account/reset/reset-password.ts'
import { sendResetCode as sendResetCodeCall } from '@krapao/contract/slices/account/reset/send-reset-code.ts'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../../platform/http.ts'
import { publicHostOf } from '../../../platform/public-origin.ts'
import type { Context } from '../../context.ts'
import { deviceOf } from '../devices.ts'
import { enter } from '../history/enter.ts'
import { resetPassword, sendResetCode } from './reset.ts'

/** A forgotten password (rules.md §2.7). */
export function mountReset(app: FastifyInstance, context: Context): void {
  const { gate } = context
  mount(app, gate, sendResetCodeCall, ({ body, language, request }) =>
    sendResetCode(context, {
      phoneNumber: body.phoneNumber,
      language,
      ip: request.ip,
      device: deviceOf(request, 'member'),
      host: publicHostOf(context.publicUrl, request),
    }),
  )
  mount(app, gate, resetPasswordCall, async ({ body, request, reply }) => {
    const { otpToken, newPassword, remember = false } = body
    const given = { otpToken, newPassword, remember, ip: request.ip }
    const { token } = await enter(context, { way: 'reset', request, reply }, (device) =>
      resetPassword(context, { ...given, device }),
    )
    return { token }
  })
}
