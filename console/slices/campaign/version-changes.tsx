import type { Currency } from '@krapao/contract/money.ts'
import { DiffTable, FactTable } from './diff-table.tsx'
import { changesSince } from './facts.ts'
import type { Version } from './queries.ts'

/** What a version changes of the one that was approved before it; of the first one all that it says. */
export const VersionChanges = ({
  version: { comparedWith, changes, content },
  currency,
}: {
  version: Version
  currency: Currency
}) =>
  comparedWith === null ? (
    <FactTable content={content} currency={currency} />
  ) : (
    <DiffTable
      changes={changes.flatMap(({ field, from, to }) => changesSince({ [field]: from }, { [field]: to }))}
      currency={currency}
    />
  )
