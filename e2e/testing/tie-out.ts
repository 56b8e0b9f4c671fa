// Proves that the house's money at banks and gateways is what the sandbox's banks and gateways have, to the satang, in the
// data folder of a server that has stopped: DATA_DIR.

import { join } from 'node:path'
import { readBooks } from '../../sandbox/books.ts'
import { openPglite } from '../../server/platform/database-pglite.ts'
import { tieOut } from '../../server/testing/tie-out.ts'

const database = await openPglite(join(process.env.DATA_DIR ?? '', 'database'))
// The sandbox keeps its books in a schema of the same database.
const accounts = await tieOut(database, await readBooks(database))
await database.close()
for (const account of accounts) console.log(JSON.stringify(account))
const untied = accounts.filter(({ difference }) => difference !== 0)
console.log(untied.length === 0 ? 'The house’s accounts tie.' : `${untied.length} accounts do not tie.`)
process.exitCode = untied.length === 0 ? 0 : 1
