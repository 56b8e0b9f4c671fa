import type { AnswerOf } from '@krapao/contract/client.ts'
import { formatAccountNo } from '@krapao/web/ui/format.ts'
import { bankText } from '../desk/public.ts'

type Item = AnswerOf<'GET /api/console/suspense/:account'>['items'][number]

/** The house's account as people call it: its number as banks write it, or the gateway by name. @param name as in its address */
export const accountText = (name: string): string => formatAccountNo(bankText(name))

/** Who sent it, as far as the bank tells: name, bank, account. Empty where nothing is known. */
export const senderText = ({ fromName, fromBank, fromAccountNo }: Item): string =>
  [fromName, fromBank && bankText(fromBank), fromAccountNo && formatAccountNo(fromAccountNo)]
    .filter(Boolean)
    .join(' · ')
