import { password } from '@krapao/contract/limits.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { i18n } from '@krapao/web/i18n/i18n.ts'
import { errorText } from '../../frame/calls/errors.ts'

/**
 * What is wrong with the fields of a form, by field. The values are keys of `account.problem`, so that they
 * follow a change of language.
 */
export type Problems<F extends string> = Partial<Record<F, ProblemKey>>
export type ProblemKey =
  | 'required'
  | 'phone'
  | 'phoneLao'
  | 'passwordShort'
  | 'passwordLong'
  | 'passwordCommon'
  | 'mismatch'
  | 'newPasswordsDiffer'
  | 'birthDate'
  | 'age'
  | 'characters'
  | 'source'
  | 'invite'
  | 'bank'
  | 'accountNo'
  | 'accountTaken'
  | 'phoneTaken'
  | 'credential'
  | 'english'
  | 'letters'

/** Problems that the server names by an error code use that code's text. */
const shared = {
  required: 'ui.required',
  phone: 'errorMsg.PHONE_NUMBER_REQUIRE_10_DIGIT',
  phoneTaken: 'errorMsg.EXISTING_USER',
  accountTaken: 'errorMsg.EXISTING_BANK',
  credential: 'errorMsg.WRONG_CREDENTIAL',
} as const

/**
 * The text of a problem in the current language. `details`: the numbers in the server's answer, which the
 * text names.
 */
export function problemText(
  problem: ProblemKey | undefined,
  details: Record<string, unknown> = {},
): string | undefined {
  if (!problem) return undefined
  if (isShared(problem)) return i18n.t(shared[problem])
  return i18n.t(`account.problem.${problem}`, {
    min: details.passwordMin ?? password.min,
    years: details.minAge,
    digits: numbersText(details.accountDigits),
  })
}

/** `10`, `12 or 15`, `11–18`: how many digits there may be. */
function numbersText(numbers: unknown): string {
  const all = Array.isArray(numbers) ? numbers.map(Number) : []
  const [least = 6, most = 20] = [all[0], all.at(-1)]
  const isRange = all.length === 0 || (all.length > 2 && most - least === all.length - 1)
  return isRange ? `${least}–${most}` : all.join(i18n.t('account.problem.or'))
}

const isShared = (problem: ProblemKey): problem is keyof typeof shared => problem in shared

/** The text of a refused call; a text about a rate limit says how long it lasts. */
export function failureText(error: unknown): string {
  const seconds = error instanceof ApiError ? Number(error.body.retryAfter) : Number.NaN
  if (error instanceof ApiError && seconds > 0) {
    if (error.code === 'REQUEST_LIMIT')
      return i18n.t('account.wait.minutes', { count: Math.ceil(seconds / 60) })
    if (error.code === 'OTP_SEND_FAIL') return i18n.t('account.wait.sms', { count: Math.ceil(seconds / 60) })
    if (error.code === 'REQUEST_LIMIT_1MIN') return i18n.t('account.wait.seconds', { count: seconds })
  }
  return errorText(error)
}

const reasons: Record<string, Record<string, ProblemKey>> = {
  name: { required: 'required', characters: 'characters' },
  username: { digits: 'phone' },
  password: {
    required: 'required',
    'too-short': 'passwordShort',
    'too-long': 'passwordLong',
    common: 'passwordCommon',
  },
  birthDate: { required: 'required', invalid: 'birthDate', 'under-age': 'age' },
  sourceCode: { unknown: 'source' },
  inviteCode: { unknown: 'invite' },
  bankCode: { required: 'required', unknown: 'bank', invalid: 'bank' },
  bankAccountName: { required: 'required', characters: 'characters' },
  bankAccountNo: { required: 'required', digits: 'accountNo' },
}
reasons.newPassword = reasons.password ?? {}

/**
 * The fields that the server refused, by the server's names; empty if the answer names none that this app
 * knows.
 */
export function fieldProblems(error: unknown): Problems<string> {
  const problems: Problems<string> = {}
  if (!(error instanceof ApiError)) return problems
  if (error.code === 'EXISTING_BANK') return { bankAccountNo: 'accountTaken' }
  if (error.code === 'EXISTING_USER') return { username: 'phoneTaken' }
  // Phone or password: which of them is not said to anybody, and the password is what one mistypes.
  if (error.code === 'WRONG_CREDENTIAL') return { password: 'credential' }
  if (error.code === 'PHONE_NUMBER_REQUIRE_10_DIGIT') return { username: 'phone' }
  if (error.code === 'BANK_ACCOUNT_NAME_ENG') return { bankAccountName: 'english' }
  for (const { field, reason } of error.body.fields ?? []) {
    const problem = reasons[field]?.[reason]
    if (problem) problems[field] ??= problem
  }
  return problems
}
