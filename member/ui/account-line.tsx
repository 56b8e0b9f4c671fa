import { formatAccountNo } from '@krapao/web/ui/format.ts'
import { Landmark } from 'lucide-react'
import { BankName } from './bank-name.tsx'
import { fitting } from './figure.tsx'

/** A bank account in one line: its purpose, bank and number, and holder. The number is never broken. */
export function AccountLine({
  label,
  bank,
  number,
  name,
}: {
  label: string
  bank: string
  number: string
  name?: string
}) {
  return (
    <div className="flex items-center gap-3 rounded-2xl bg-sunken px-4 py-3">
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-card text-link">
        <Landmark className="size-5" aria-hidden />
      </span>
      <div className="@container min-w-0 flex-1">
        <p className="text-xs text-ink-soft">{label}</p>
        <p className="text-base font-semibold break-words">
          <BankName name={bank} />{' '}
          <span className="whitespace-nowrap" style={{ fontSize: fitting(formatAccountNo(number), 1) }}>
            {formatAccountNo(number)}
          </span>
        </p>
        {name && <p className="text-sm break-words text-ink-soft">{name}</p>}
      </div>
    </div>
  )
}
