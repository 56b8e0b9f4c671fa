import { endpoint, Type } from '../../../endpoint.ts'

/**
 * Body: multipart/form-data with `file`, and optionally `amount` (baht) and `bank` (code of the account paid
 * to).
 */
export const uploadSlip = endpoint({
  method: 'POST',
  path: '/api/wallet/slip',
  summary: 'Takes the picture of a bank slip; it is checked in the background (rules.md §5.1)',
  access: 'member',
  answer: Type.Object({ slipId: Type.String() }),
  errors: [
    'SLIP_NO_FILE',
    'SLIP_INVALID_FILE',
    'SLIP_UPLOAD_FAIL',
    'SLIP_CLOSED',
    'SLIP_PAUSED',
    'PAYLOAD_TOO_LARGE',
    'REQUEST_LIMIT_1MIN',
  ],
})
