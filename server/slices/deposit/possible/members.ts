import { paymentWallet } from '@krapao/contract/limits.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import { readAccountNo } from '@krapao/contract/sender.ts'
import type { DeskLabel } from '@krapao/contract/slices/desk/desk-labels.ts'
import type { DeskEntry, Evidence } from '../../../desk/queue.ts'
import { findMember, readMemberAccounts, readMembersByPhone } from '../../account/public.ts'
import type { Context } from '../../context.ts'
import { type PaidFor, paidForBy } from '../payers/paid-rules.ts'
import { selectCreditsFrom, selectCreditsOf } from '../payers/paid-store.ts'
import { rememberedFor } from '../payers/payers.ts'
import { phonesOf, type SenderAccount } from '../payers/sender-rules.ts'
import { evaluateMember, inOrder, isRivalled, type Sign } from './rules.ts'
import { selectSaid } from './store.ts'

/**
 * Most accounts whose digits agree that are looked at, members that are compared, and members that are shown.
 */
const mostAccounts = 100
const mostCompared = 60
const mostShown = 8

/**
 * Whose money an entry may be: members whose account may be the sender's, those whom the sender paid for
 * before, and those who said something that fits it (rules.md §17.7). Nothing is locked, and nothing is
 * decided by it.
 * @param entry a transfer, payment or slip that waits, with its amount and sender
 */
export async function possibleMembers(
  context: Context,
  queue: 'bank-transfer' | 'qr-payment' | 'slip',
  entry: DeskEntry,
): Promise<Required<Pick<Evidence, 'members' | 'paidFor'>>> {
  const { db } = context
  const fact = (label: DeskLabel) => factIn(entry, label)
  const sender = senderIn(entry)
  const { currency } = entry
  const sentAt = fact('sentAt') || fact('paidAt')
  const [remembered, alike, phones, from, said] = await Promise.all([
    rememberedFor(context, sender),
    readAlike(context, sender),
    sender.bank === paymentWallet ? readPhones(context, sender.accountNo) : ([] as string[]),
    sender.accountNo === '' ? [] : selectCreditsFrom(db, { ...sender, currency }),
    entry.amount === null
      ? []
      : selectSaid(db, {
          currency,
          amountMinor: toMinor(entry.amount),
          reference: fact('reference') || null,
          at: new Date(sentAt || entry.createdAt),
        }),
  ])
  const known = [
    ...new Set([
      ...remembered.map(({ memberId }) => memberId),
      ...paidForBy(sender, from).map(({ memberId }) => memberId),
      ...phones,
      ...said.map(({ memberId }) => memberId),
      ...alike,
    ]),
  ].slice(0, mostCompared)
  // Of these also what the bank showed in another form than it does now.
  const credits = sender.accountNo === '' ? [] : await selectCreditsOf(db, known)
  const paid = paidForBy(sender, credits)
  const members = (await Promise.all(known.map((id) => findMember(context, id)))).filter(
    (member) => member?.currency === currency,
  )
  const evaluated = members.flatMap((member) => {
    if (!member) return []
    const signs: Sign[] = [
      ...paid.filter(({ memberId }) => memberId === member.id).map(signOf),
      ...said
        .filter(({ memberId }) => memberId === member.id)
        .map(({ sign, at }) => ({ sign, at, count: null })),
      ...(phones.includes(member.id) ? [{ sign: 'SAME_PHONE' as const, at: null, count: null }] : []),
    ]
    const kept = remembered.find(({ memberId }) => memberId === member.id)?.remembered ?? null
    return [evaluateMember({ queue, evidence: entry.evidence }, member, firstOfEach(signs), kept)]
  })
  return {
    members: inOrder(evaluated)
      .slice(0, mostShown)
      .map(({ signs, owns: _, ...member }) => ({
        ...member,
        rivalled: isRivalled(evaluated, member.memberId),
        signs: signs.map((sign) => ({ ...sign, at: sign.at?.toISOString() ?? null })),
      })),
    paidFor: paid.slice(0, mostShown).map(({ memberId, count, amountMinor, lastAt }) => ({
      memberId,
      count,
      amount: fromMinor(amountMinor),
      lastAt: lastAt.toISOString(),
    })),
  }
}

/** Whether a member whom an approval names is one of several who may be meant. */
export async function rivalledBy(
  context: Context,
  queue: 'bank-transfer' | 'qr-payment',
  entry: DeskEntry,
  memberId: string,
): Promise<boolean> {
  return isRivalled((await possibleMembers(context, queue, entry)).members, memberId)
}

const factIn = ({ evidence }: DeskEntry, label: DeskLabel): string =>
  evidence.find((fact) => fact.label === label)?.value ?? ''

/** The sender of an entry, as its evidence shows it. */
export const senderIn = (entry: DeskEntry): SenderAccount => ({
  bank: factIn(entry, 'fromBank'),
  accountNo: factIn(entry, 'fromAccountNo'),
  name: factIn(entry, 'fromName'),
})

/** Members at the sender's bank whose digits agree with those that are shown, under any name. */
async function readAlike({ db }: Context, { bank, accountNo }: SenderAccount): Promise<string[]> {
  const shown = readAccountNo(accountNo, 3)
  const accounts = shown ? await readMemberAccounts(db, bank, shown, mostAccounts) : []
  return accounts.map(({ memberId }) => memberId)
}

async function readPhones({ db }: Context, accountNo: string): Promise<string[]> {
  const phones = phonesOf(accountNo)
  const found = phones.length > 0 ? await readMembersByPhone(db, phones) : []
  return found.map(({ memberId }) => memberId)
}

const signOf = ({ count, lastAt }: PaidFor): Sign => ({ sign: 'PAID_BEFORE', at: lastAt, count })

/** A member who said the same thing several times is no likelier for it. */
const firstOfEach = (signs: Sign[]): Sign[] =>
  [...new Map(signs.toReversed().map((sign) => [sign.sign, sign])).values()].reverse()
