import { Money, Nullable, Timestamp, Type } from '../../../endpoint.ts'

/** A QR code to pay by (product.md §3). Without one, `hasQrcode` is false and `message` says why, or is empty. */
export const QrCode = Type.Object({
  /** Also of a code that could not be made: support finds it by this. Null where none was asked for. */
  qrcodeId: Nullable(Type.String()),
  hasQrcode: Type.Boolean(),
  /** SVG markup; empty without a code. */
  qrcode: Type.String(),
  amount: Money(),
  /** When it stops being payable. */
  expireIn: Nullable(Timestamp()),
  /** An error code with a text in the member app, or empty. */
  message: Type.String(),
})

/** A gateway that QR codes come from: WW, PAYONEX, PAYTIMZ, FP, KBANK. */
export const QrParams = Type.Object({ code: Type.String({ maxLength: 20 }) })
