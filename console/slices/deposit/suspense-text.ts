import type { AnswerOf } from '@krapao/contract/client.ts'
import { formatAccountNo } from '@krapao/web/ui/format.ts'
import { bankText } from '../../app/bank-text.ts'

type Item = AnswerOf<'GET /api/console/suspense/:account'>['items'][number]

/**
 * A house account as people write it: its number in the bank's form, or the gateway by name. @param name as
 * in the address
 */
export const accountText = (name: string): string => formatAccountNo(bankText(name))

/** The sender as far as the bank reports it: name, bank, account. Empty if nothing is known. */
export const senderText = ({ fromName, fromBank, fromAccountNo }: Item): string =>
  [fromName, fromBank && bankText(fromBank), fromAccountNo && formatAccountNo(fromAccountNo)]
    .filter(Boolean)
    .join(' · ')
