import pLimit from 'p-limit'
import type { Member } from '../account/public.ts'
import type { Context } from '../context.ts'
import { canWrite, readLetters } from './pdf/letters.ts'
import { type PdfContent, paperOf } from './pdf/pdf.ts'
import { endOfAccount } from './receipt-rules.ts'
import { readSums } from './sums.ts'

/** Drawing takes the process a second of a long statement, so one is drawn at a time. */
const oneByOne = pLimit(1)

/** Draws a statement of a member. */
export async function exportPdf(
  context: Context,
  memberId: string,
  content: Pick<PdfContent, 'rows' | 'nameOf' | 'isWhole' | 'period' | 'language'>,
): Promise<Buffer> {
  const { member, sums } = await readSums(context, memberId, content.period)
  const { name, colours } = context.brand
  const bank = content.nameOf(member.bankCode) ?? member.bankCode
  const paper = paperOf({
    ...content,
    brand: { name, colours: colours.light },
    member: writable(member),
    account: `${bank} ${endOfAccount(member.bankAccountNo) ?? ''}`,
    currency: member.currency,
    sums,
    madeAt: context.clock.now(),
  })
  return oneByOne(async () => {
    // Loaded by the first paper and not by the start: it has megabytes of fonts.
    const { drawPaper } = await import('./pdf/draw.ts')
    return drawPaper(paper, await readLetters())
  })
}

/**
 * The member's name, or what else names them in letters that the paper has: a name without half of its
 * letters is another person's.
 */
export const writable = ({
  name,
  bankAccountName,
  username,
}: Pick<Member, 'name' | 'bankAccountName' | 'username'>): string =>
  [name, bankAccountName].find(canWrite) ?? `•••• ${username.slice(-4)}`
