import { Nullable, Timestamp, Type } from '../../endpoint.ts'

/**
 * What the calls share by which what bot and canned replies say waits for a second person (rules.md §12.4,
 * §12.5).
 */

/** WITHDRAWN: another version took the place of one that waited. */
export const textStates = ['WAITING', 'APPROVED', 'REFUSED', 'WITHDRAWN'] as const

/**
 * `SECOND_OPERATOR_NEEDED`: it leads to a new foreign host and is in force when another person has approved
 * it.
 */
export const SavedStatus = Type.Enum(['DONE', 'SECOND_OPERATOR_NEEDED'])

/**
 * Foreign hosts that nobody has approved yet: lower case, in ASCII, with a port if it is not the usual one.
 */
export const NewHosts = Type.Array(Type.String())

/** The codes of every decision about a waiting text, and of an approval. */
export const decidingErrors = ['FORBIDDEN', 'INACTIVE_USER', 'NO_DATA', 'ALREADY_DECIDED'] as const
export const approvingErrors = [
  ...decidingErrors,
  'SECOND_OPERATOR',
  'OPERATORS_TIED',
  'CONFIRM_IDENTITY',
  'AUTHOR_INACTIVE',
] as const

const Person = Type.Object({ _id: Type.String(), name: Type.String() })

/** Who approved, refused or withdrew, when and why; null: nobody had to yet. */
export const TextDecision = Nullable(
  Type.Object({ operator: Person, at: Timestamp(), reason: Type.String() }),
)
