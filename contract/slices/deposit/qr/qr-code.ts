import { Money, Nullable, Timestamp, Type } from '../../../endpoint.ts'

/**
 * A QR code to pay by (product.md §3). Without one, `hasQrcode` is false and `message` says why, or is empty.
 */
export const QrCode = Type.Object({
  /** Support finds a code by this, also one that could not be made. Null if none was requested. */
  qrcodeId: Nullable(Type.String()),
  hasQrcode: Type.Boolean(),
  /** SVG markup; empty without a code. */
  qrcode: Type.String(),
  /** What the code says, for the member's own bank app; empty without a code. */
  payload: Type.String(),
  amount: Money(),
  /** When it expires. */
  expireIn: Nullable(Timestamp()),
  /** An error code with a text in the member app, or empty. */
  message: Type.String(),
})

/**
 * A gateway that QR codes come from (qr-gateways.ts). Or `PROMPTPAY`: the server chooses one, and a code that
 * is made takes the place of all open ones of the member.
 */
export const QrParams = Type.Object({ code: Type.String({ maxLength: 20 }) })
