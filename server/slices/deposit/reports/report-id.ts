/** How reports of money are named in ids of the desk's items: `bank-12` a bank transfer, `qr-7` a payment at a gateway. */
export interface ReportId {
  kind: 'bank' | 'qr'
  number: number
}

export const reportId = ({ kind, number }: ReportId): string => `${kind}-${number}`

/** @returns undefined where the text names none */
export function readReportId(text: string | undefined): ReportId | undefined {
  const [, kind, number] = /^(bank|qr)-([1-9]\d{0,14})$/.exec(text ?? '') ?? []
  return kind === 'bank' || kind === 'qr' ? { kind, number: Number(number) } : undefined
}

/** The numbers of the named reports of one kind. */
export const numbersOf = (kind: ReportId['kind'], ids: readonly (ReportId | undefined)[]): number[] =>
  ids.flatMap((one) => (one?.kind === kind ? [one.number] : []))

/**
 * The ids that duplicate candidates had before they were named by their report alone, which the audit log keeps: `12-9-qr7` asked
 * whether transfer 12 is transfer 9 or payment 7.
 * @returns the report, and those that it was compared with
 */
export function readFormerId(text: string): [ReportId, ...ReportId[]] | undefined {
  if (!/^(?:qr)?[1-9]\d{0,14}(?:-(?:qr)?[1-9]\d{0,14})*$/.test(text)) return undefined
  const [about, ...others] = text.split('-').map(
    (one): ReportId => ({
      kind: one.startsWith('qr') ? 'qr' : 'bank',
      number: Number(one.replace('qr', '')),
    }),
  )
  return about && [about, ...others]
}
