import { clientErrorSizes as sizes } from '../../client-error.ts'
import { endpoint, Ok, Type } from '../../endpoint.ts'

export const reportClientError = endpoint({
  method: 'POST',
  path: '/api/client-errors',
  summary: 'Writes an error of a page of ours into the server’s log',
  access: 'visitor',
  limit: { per: 'address', name: 'client-errors', perMinute: 'lookup.clientErrorsPerMinute' },
  body: Type.Object({
    /** The name of the page's own script, which every release has anew. */
    release: Type.String({ maxLength: sizes.release }),
    /** Its path, without the query. */
    page: Type.String({ maxLength: sizes.page }),
    /** The part of the page that failed. */
    part: Type.String({ maxLength: sizes.part }),
    message: Type.String({ maxLength: sizes.message }),
    stack: Type.String({ maxLength: sizes.stack }),
  }),
  answer: Ok,
  errors: ['REQUEST_LIMIT_1MIN'],
})
