import { createQueries } from '@krapao/web/api/queries.ts'
import { onSessionChange } from './session.ts'

export const queries = createQueries({ staleTime: 2000 })

// What one operator saw must not flash up for the next.
onSessionChange(() => queries.clear())
