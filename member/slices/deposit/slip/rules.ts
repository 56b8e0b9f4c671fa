import type { AnswerOf } from '@krapao/contract/client.ts'

export type SlipRules = AnswerOf<'GET /api/lookup/slip'>

/**
 * Why a picture cannot be sent. The server checks the content, so a file whose type the phone does not know
 * may be sent.
 */
export function problemOf(
  file: { size: number; type: string },
  rules: SlipRules,
): 'type' | 'size' | undefined {
  if (file.size === 0 || (file.type !== '' && !rules.types.includes(file.type))) return 'type'
  return file.size > rules.maxBytes ? 'size' : undefined
}

/** Bytes → whole megabytes, at least 1. */
export const megabytes = (bytes: number): number => Math.max(1, Math.floor(bytes / 1024 / 1024))
