import type { AnswerOf } from '@krapao/contract/client.ts'
import type { Language } from '@krapao/contract/languages.ts'

export type Receipt = AnswerOf<'GET /api/statement/receipt/:id'>

export const tones = { SUCCESS: 'positive', PENDING: 'notice', FAILED: 'negative' } as const
export type Tone = (typeof tones)[keyof typeof tones]

/** What a receipt shows, in the words of a language: on the screen and in the picture alike. */
export interface Content {
  brand: string
  language: Language
  tone: Tone
  title: string
  /** Undefined while it is not known. */
  amount: string | undefined
  /** Label, value, and a second line below the value. */
  lines: { label: string; value: string; below?: string | undefined }[]
  number: { label: string; value: string }
  note: string
  /**
   * The QR code by which the receipt is checked, as rows of its modules, and what is said below it; only
   * where a link was made.
   */
  check?: { qr: readonly string[]; label: string }
}
