import type { Answer } from '@krapao/contract/endpoint.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { getWallet } from '@krapao/contract/slices/wallet/get-wallet.ts'
import { own, partsOf } from '../../ledger/public.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import type { Context } from '../context.ts'
import { type Account, listGames, listProviders, type Provider, webOf } from '../game/public.ts'
import { inviteFail, inviteSuccess, minOf } from './rules.ts'

export type WalletAnswer = Answer<typeof getWallet>

/** Everything the dashboard shows (rules.md §3), in three queries whatever the number of games. Amounts in baht or kip. */
export async function walletOf(context: Context, memberId: string): Promise<WalletAnswer> {
  const { ledger, settings } = context
  const [member, balances, { accounts, openings }, providers, success, fail] = await Promise.all([
    findMember(context, memberId),
    ledger.balances(memberId),
    listGames(context, memberId),
    listProviders(context),
    settings.get(inviteSuccess),
    settings.get(inviteFail),
  ])
  if (!member) throw new Refusal('invalid-token')
  const minorOf = (name: string): number => balances.get(name)?.amountMinor ?? 0
  const opened = new Map(accounts.map((account) => [account.code, account]))
  const inTransit = [...balances].reduce(
    (sum, [name, { amountMinor }]) => (partsOf(name).kind === 'in-transit' ? sum + amountMinor : sum),
    0,
  )

  return {
    profile: {
      _id: member.id,
      name: member.name,
      username: member.username,
      createdAt: member.createdAt.toISOString(),
      coin: minorOf(own.coin),
    },
    bankAccount: {
      bankCode: member.bankCode,
      bankAccountName: member.bankAccountName,
      bankAccountNo: member.bankAccountNo,
      bank: member.bank,
    },
    wallet: { amount: fromMinor(minorOf(own.wallet)) },
    invite: { amount: fromMinor(minorOf(own.invite)), success, fail },
    slots: providers
      // A switched-off provider is offered to nobody, but who has money there must see it.
      .filter(({ code, enabled }) => enabled || opened.has(code))
      .map((provider) => ({
        ...slotOf({ ...provider, web: webOf(provider, context.brand) }, opened.get(provider.code), minorOf),
        isBeingOpened: openings.has(provider.code),
      })),
    inTransit: fromMinor(inTransit),
    transferMinimum: await minOf(settings, member.currency),
    lastRefreshAt: oldest(accounts)?.toISOString() ?? null,
    currency: member.currency,
  }
}

function slotOf(
  provider: Provider,
  account: Account | undefined,
  minorOf: (name: string) => number,
): Omit<WalletAnswer['slots'][number], 'isBeingOpened'> {
  const { code, name, logo, background, category, web, android, ios, autoLogin } = provider
  return {
    code,
    name,
    logo,
    background,
    category,
    isActive: account !== undefined,
    amount: fromMinor(minorOf(own.game(code))),
    inTransit: fromMinor(minorOf(own.inTransit(code))),
    isStale: account?.isStale ?? false,
    refreshedAt: account?.balanceReadAt?.toISOString() ?? null,
    ftWalletSlot: provider.ratio,
    web,
    android,
    ios,
    autoLogin,
  }
}

/** When the oldest figure among the opened games was read. */
function oldest(accounts: Account[]): Date | undefined {
  const read = accounts.flatMap(({ balanceReadAt }) => balanceReadAt ?? [])
  return read.length > 0 ? new Date(Math.min(...read.map((date) => date.getTime()))) : undefined
}
