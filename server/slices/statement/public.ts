/** The statement's exports for other parts of the server. */
export { readRows as statementRows } from './list.ts'
export { statementTypes } from './rules.ts'
