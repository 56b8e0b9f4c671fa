/**
 * The catalogue of the server's error codes with their HTTP statuses (product.md §8, rules.md §14). The texts
 * are in web/errors under the key `errorMsg.<code>`; server/app/error-texts.test.ts compares the two.
 */
export const errorStatus = {
  // authentication
  'invalid-token': 401,
  WRONG_CREDENTIAL: 401,
  KEY_MISSING: 403,
  KEY_INVALID: 403,
  FORBIDDEN: 403,
  INACTIVE_USER: 403,
  // an operator has logged in with a one-time password
  PASSWORD_CHANGE_REQUIRED: 403,
  // an operator has not given the second factor in this session; has none and needs one
  SECOND_FACTOR_REQUIRED: 403,
  SECOND_FACTOR_MISSING: 403,
  // the code is wrong, too old, or was used; codes are set up already; the last one stays
  SECOND_FACTOR_INVALID: 422,
  SECOND_FACTOR_SET: 409,
  LAST_SECOND_FACTOR: 422,
  // the operator has to prove again who they are, and then to send the same call again
  CONFIRM_IDENTITY: 403,
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
  // passkeys: the browser's answer does not fit; the address has none; a person has as many as there may be
  PASSKEY_INVALID: 422,
  PASSKEY_UNAVAILABLE: 422,
  PASSKEY_FULL: 422,
  // registration and profile
  EXISTING_USER: 409,
  EXISTING_BANK: 409,
  INVALID_USER_INFO: 422,
  INVALID_BANK: 422,
  BANK_ACCOUNT_NAME_ENG: 422,
  PHONE_NUMBER_REQUIRE_10_DIGIT: 422,
  REGISTER_FAIL: 500,
  // an address that belongs to no known push service
  PUSH_SERVICE_UNKNOWN: 422,
  PROFILE_LOCKED: 422,
  PROFILE_CHANGE_LIMIT: 429,
  // game accounts and transfers
  SLOT_ALREADY_ACTIVE: 409,
  // an earlier call is still opening the account
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
  // the figures of the call are not those that its caller was shown; `present` has those of now
  FIGURES_CHANGED: 409,
  // deposits
  SLIP_NO_FILE: 400,
  SLIP_INVALID_FILE: 415,
  SLIP_UPLOAD_FAIL: 500,
  SLIP_CLOSED: 422,
  // several in a row could not be read
  SLIP_PAUSED: 429,
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
  // bonuses and promotion codes
  BONUS_REMAINING: 422,
  BONUS_HINDERED: 422,
  BONUS_END_WAITS: 409,
  BONUS_ALREADY_ACTIVE: 409,
  BONUS_MAX_CLAIMED: 422,
  BONUS_FULL: 422,
  NO_PROMOTION: 404,
  PROMOTION_RECEIVED: 409,
  // waits for a person, because somebody tied to the member has had it; the operator's answer where the
  // member is suspended
  BONUS_REVIEW: 422,
  MEMBER_SUSPENDED: 422,
  // invited friends
  INVITE_COLLECT: 422,
  INVITE_INACTIVE: 422,
  NO_INVITE_BONUS: 422,
  NO_INVITEE_PLAY_INFO: 422,
  // cashback
  NO_REFUND: 422,
  REFUND_CONDITION: 422,
  REFUND_INACTIVE: 422,
  REFUND_MINIMUM: 422,
  // the wheel and its coupons; answered with 200 and `success: false`
  NO_COIN: 422,
  NO_WHEEL: 422,
  WHEEL_CHANGED: 409,
  NO_CLAIMABLE_COUPON: 422,
  INVALID_PRIZE_CODE: 422,
  INVALID_CODE: 422,
  INVALID_COUPON_TYPE: 422,
  COUPON_EXPIRED: 422,
  // the chat
  CHAT_CLOSED: 403,
  CHAT_FILE_MISSING: 400,
  CHAT_FILE_UNSUPPORTED: 415,
  // the file of a message was not uploaded by its sender, or is deleted
  CHAT_FILE_UNKNOWN: 422,
  // the bot's texts have faults; another version of them was made meanwhile
  INVALID_CHAT_BOT: 422,
  CHAT_BOT_CHANGED: 409,
  // a canned reply says nothing, has a shortcut of another one, was changed meanwhile, or is one too many
  CHAT_REPLY_EMPTY: 422,
  CHAT_REPLY_TAKEN: 409,
  CHAT_REPLY_CHANGED: 409,
  CHAT_REPLIES_FULL: 422,
  // decisions of operators
  ALREADY_DECIDED: 409,
  SECOND_OPERATOR: 422,
  // one of the two let the other in, or gave them rights, a short time ago
  OPERATORS_TIED: 422,
  TRANSFER_TAKEN: 409,
  NOT_CLEAR: 409,
  // the same return is already recorded under another reference
  OTHER_REFERENCE: 409,
  // the sender of a transfer cannot be remembered; `why` says why
  PAYER_UNCLEAR: 422,
  // no money was credited or paid that could be taken back
  NOT_REVERSIBLE: 422,
  REVERSAL_WAITS: 409,
  // a day of bets is closed, or waits for nobody; an earlier one waits; somebody asked for it; other
  // providers have not answered than were shown
  DAY_NOT_WAITING: 409,
  EARLIER_DAY_WAITS: 409,
  CLOSING_WAITS: 409,
  PROVIDERS_CHANGED: 409,
  // campaigns: the version is not right; another one was made meanwhile; its author may make none any more
  INVALID_CAMPAIGN: 422,
  CAMPAIGN_CHANGED: 409,
  AUTHOR_INACTIVE: 422,
  PICTURE_INVALID: 415,
  // operators' accounts
  LAST_OWNER: 422,
  // something about this person waits for another owner already
  STAFF_REQUEST_WAITS: 409,
  // the request and the service
  INVALID_REQUEST: 400,
  INVALID_AMOUNT: 400,
  NO_DATA: 404,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  // a call with the same key is being carried out; sending the key again returns its outcome
  UNDER_WAY: 503,
} as const satisfies Record<string, number>

/** A code of the catalogue above. */
export type ErrorCode = keyof typeof errorStatus

/** Codes that every call of a kind of caller may answer (docs/product.md §7). */
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
  customer: [...ofAnyCall, 'GONE', 'invalid-token', 'KEY_MISSING', 'KEY_INVALID', 'INACTIVE_USER'],
  operator: [
    ...ofAnyCall,
    'invalid-token',
    'INACTIVE_USER',
    'PASSWORD_CHANGE_REQUIRED',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_MISSING',
  ],
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
