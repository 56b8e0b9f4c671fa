import { createQueries } from '@krapao/web/api/queries.ts'
import { onSessionChange } from './session.ts'

export const queries = createQueries({ staleTime: 2000 })

// The next operator must not see the figures of the one before.
onSessionChange(() => queries.clear())
