/**
 * The PostgreSQL database of the process that runs the sandbox; the sandbox uses only the schema `sandbox`.
 */
export interface Database {
  /** Runs SQL in a transaction of its own; a text without values may hold several statements. */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
}
