import { endpoint, Nullable, Type } from '../../endpoint.ts'
import { rights } from '../operator/roles.ts'
import { DeskMember } from './desk-item.ts'
import { Decision, DecisionFilter } from './list-decisions.ts'

export const exportDecisions = endpoint({
  method: 'POST',
  path: '/api/console/decided/export',
  summary:
    'The same decisions for a file, at most the newest 5,000. Each file is audited, and their number in an hour is limited',
  access: 'operator',
  roles: rights.exportDecisions,
  body: DecisionFilter,
  answer: Type.Object({
    decisions: Type.Array(
      // A file leaves the house, so it has no phone numbers (docs/decisions/0062).
      Type.Object({ ...Decision.properties, member: Nullable(Type.Pick(DeskMember, ['_id', 'name'])) }),
    ),
    /** Whether that is all that is found; otherwise the newest 5,000. */
    complete: Type.Boolean(),
  }),
  errors: ['FORBIDDEN', 'REQUEST_LIMIT'],
})
