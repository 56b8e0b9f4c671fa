/**
 * How account numbers are found of which a bank shows some digits: SQL's `account_no_parts`, and its index.
 */

/** The length of the parts in the index. */
export const partLength = 3

/** The parts of a sequence of digits, as `account_no_parts` makes them but for the bank. */
export const threesOf = (digits: string): string[] =>
  Array.from({ length: Math.max(digits.length - partLength + 1, 0) }, (_, at) =>
    digits.slice(at, at + partLength),
  )

/**
 * SQL: the account number of `a` as a mask of another length is laid upon it. Where the mask begins with
 * hidden digits, zeros may be among those that follow.
 * @param digits the mask without its leading zeros, `_` for hidden digits
 */
export const numberUnder = (digits: string): string =>
  digits.startsWith('_') ? 'a.account_no' : `ltrim(a.account_no, '0')`
