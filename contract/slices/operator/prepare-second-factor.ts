import { endpoint, Type } from '../../endpoint.ts'

export const prepareSecondFactor = endpoint({
  method: 'POST',
  path: '/api/console/second-factor',
  summary: 'Makes a secret for an authenticator app; it counts once a code of it is entered',
  access: 'operator',
  answer: Type.Object({
    /** In Base32, to be typed. */
    secret: Type.String(),
    /** The QR code of it, as a `data:` address. */
    picture: Type.String(),
  }),
  errors: ['CONFIRM_IDENTITY', 'SECOND_FACTOR_SET'],
})
