import type { Body } from '@krapao/contract/endpoint.ts'
import type { reportClientError } from '@krapao/contract/slices/lookup/report-client-error.ts'

/**
 * The text of an error without what it may say of a person or open to somebody: queries of addresses, what a
 * browser cites of an answer that it cannot read, mail addresses, phone and account numbers, and everything
 * that may be a token.
 */
const withoutSecrets = (text: string): string =>
  text
    .replace(/(https?:\/\/[^\s?)]*)\?[^\s)]*/g, '$1?…')
    .replace(/(?:\.{3})?".*"(?:\.{3})?(?= is not valid JSON)/gs, '…')
    .replace(/[\w.+-]+@(?!https?:)[\w-]+(?:\.[\w-]+)+/g, '…')
    .replace(/\p{Nd}(?:[\s\p{Pd}.]?\p{Nd}){6,}/gu, '…')
    .replace(/[\w-]{32,}/g, '…')

/** An error of a page as the log has it. @param browser as the call's header names it */
export const loggedError = (
  { release, page, part, message, stack }: Body<typeof reportClientError>,
  browser = '',
) => ({
  release,
  part,
  // A path may name a member's item, and is no place for a query.
  page: withoutSecrets(page.replace(/[?#].*$/s, '')),
  message: withoutSecrets(message),
  stack: withoutSecrets(stack),
  browser: browser.slice(0, 200),
})
