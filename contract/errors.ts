/**
 * Every error code that the server answers with, once, with its HTTP status (product.md §8, rules.md §14).
 * The texts are in web/errors under the key `errorMsg.<code>`; server/app/error-texts.test.ts holds both together.
 */
export const errorStatus = {
  // who is asking
  'invalid-token': 401,
  WRONG_CREDENTIAL: 401,
  KEY_MISSING: 403,
  KEY_INVALID: 403,
  FORBIDDEN: 403,
  INACTIVE_USER: 403,
  // an operator has logged in with a password that somebody else gave out
  PASSWORD_CHANGE_REQUIRED: 403,
  WRONG_PASSWORD: 422,
  NO_USER: 404,
  REQUEST_LIMIT: 429,
  REQUEST_LIMIT_1MIN: 429,
  // one-time passwords
  OTP_BLOCK: 429,
  OTP_TOKEN_INVALID: 422,
  OTP_NOT_EXIST: 422,
  OTP_EXPIRED: 422,
  OTP_CODE_INVALID: 422,
  OTP_SEND_FAIL: 502,
  OTP_VERIFY_FAIL: 422,
  UNVERIFIED_OTP: 422,
  // registration and profile
  EXISTING_USER: 409,
  EXISTING_BANK: 409,
  INVALID_USER_INFO: 422,
  INVALID_BANK: 422,
  BANK_ACCOUNT_NAME_ENG: 422,
  PHONE_NUMBER_REQUIRE_10_DIGIT: 422,
  REGISTER_FAIL: 500,
  PROFILE_LOCKED: 422,
  PROFILE_CHANGE_LIMIT: 429,
  // game accounts and transfers
  SLOT_ALREADY_ACTIVE: 409,
  // a call that has not ended is opening it
  SLOT_BEING_OPENED: 409,
  SLOT_ACTIVATE_FAIL: 502,
  SLOT_NO_ACCOUNT: 422,
  SLOT_RESET_PASSWORD_FAIL: 502,
  SLOT_LOGIN_FAIL: 502,
  NO_WALLET: 422,
  NO_GAME: 422,
  SAME_ACCOUNT: 422,
  TRANSFER_MINIMUM: 422,
  MONEY_NOT_ENOUGH: 422,
  TRANSFER_FAIL: 502,
  IDEMPOTENCY_CONFLICT: 422,
  // deposits
  SLIP_NO_FILE: 400,
  SLIP_INVALID_FILE: 415,
  SLIP_UPLOAD_FAIL: 500,
  SLIP_CLOSED: 422,
  QR_FAIL: 502,
  TRUELINK_DUPLICATE: 409,
  TRUELINK_INVALID: 422,
  DEPOSIT_MINIMUM: 422,
  DEPOSIT_MAXIMUM: 422,
  DEPOSIT_ANNOUNCED: 409,
  DEST_ACC_INVALID: 422,
  // withdrawals
  WITHDRAW_MINIMUM: 422,
  WITHDRAW_MAXIMUM: 422,
  WITHDRAW_DAILY_COUNT: 422,
  WITHDRAW_DAILY_SUM: 422,
  BONUS_CONDITION: 422,
  GAME_PENDING: 422,
  NO_BANK: 422,
  // decisions of operators
  ALREADY_DECIDED: 409,
  SECOND_OPERATOR: 422,
  TRANSFER_TAKEN: 409,
  // what was carried out once is recorded under another reference
  OTHER_REFERENCE: 409,
  // nothing was credited or paid that could be taken back
  NOT_REVERSIBLE: 422,
  REVERSAL_WAITS: 409,
  // operators among themselves
  LAST_OWNER: 422,
  // the request and the service
  INVALID_REQUEST: 400,
  INVALID_AMOUNT: 400,
  NO_DATA: 404,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  // the same call is being carried out: its key, sent again, answers what became of it
  UNDER_WAY: 503,
} as const satisfies Record<string, number>

/** A code of the catalogue above. */
export type ErrorCode = keyof typeof errorStatus

/** Codes that calls may answer whatever they are about, by who may make them (docs/product.md §7). */
const ofAnyRequest = [
  'INVALID_REQUEST',
  'INVALID_AMOUNT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL_SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
] as const
const ofAnyCall = [...ofAnyRequest, 'REQUEST_LIMIT_1MIN'] as const
export const commonErrors = {
  visitor: [...ofAnyCall, 'GONE'],
  member: [...ofAnyCall, 'GONE', 'invalid-token', 'KEY_MISSING', 'KEY_INVALID', 'INACTIVE_USER'],
  operator: [...ofAnyCall, 'invalid-token', 'INACTIVE_USER', 'PASSWORD_CHANGE_REQUIRED'],
  outside: [...ofAnyRequest, 'invalid-token'],
} as const satisfies Record<string, readonly ErrorCode[]>

/** The body of every answer that is not a success (rules.md §14). */
export interface ErrorBody {
  message: ErrorCode
  /** Fields of the request that were refused: JSON pointer without the leading slash, and why. */
  fields?: { field: string; reason: string }[]
  requestId?: string
  [detail: string]: unknown
}
