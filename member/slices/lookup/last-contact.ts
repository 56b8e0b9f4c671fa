import { local } from '@krapao/web/storage/stored.ts'

/** The contact in a messaging app. */
interface Line {
  lineName: string
  lineLink: string
}

const key = 'contact'

/** Keeps the contact on the device, for the pages that are seen while the server does not answer. */
export const keepContact = ({ lineName, lineLink }: Line): unknown =>
  local.keep(key, JSON.stringify({ lineName, lineLink }))

/** The contact as it was loaded last; undefined: none was, or what is kept is broken. */
export function lastContact(): Line | undefined {
  try {
    const { lineName, lineLink }: Partial<Line> = JSON.parse(local.read(key) ?? '{}') ?? {}
    return typeof lineName === 'string' && /^https?:\/\//.test(lineLink ?? '')
      ? { lineName, lineLink: lineLink as string }
      : undefined
  } catch {
    return undefined
  }
}
