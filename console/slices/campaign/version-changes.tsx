import type { Currency } from '@krapao/contract/money.ts'
import { DiffTable, FactTable } from './diff-table.tsx'
import { changesSince } from './facts.ts'
import { LabelWarnings } from './label-warnings.tsx'
import type { Version } from './queries.ts'

/** What a version changes of the one that was approved before it; of the first one all that it says. */
export const VersionChanges = ({
  version: { comparedWith, changes, content },
  currency,
}: {
  version: Version
  currency: Currency
}) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <LabelWarnings content={content} currency={currency} />
    {comparedWith === null ? (
      <FactTable content={content} currency={currency} />
    ) : (
      <DiffTable
        changes={changes.flatMap(({ field, from, to }) => changesSince({ [field]: from }, { [field]: to }))}
        currency={currency}
      />
    )}
  </div>
)
