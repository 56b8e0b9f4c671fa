import type { Answer } from '@krapao/contract/endpoint.ts'
import { fromMinor } from '@krapao/contract/money.ts'
import type { Condition } from '@krapao/contract/slices/campaign/content.ts'
import type { getWallet } from '@krapao/contract/slices/wallet/get-wallet.ts'
import { own } from '../../ledger/public.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findMember } from '../account/public.ts'
import { shownCondition } from '../campaign/public.ts'
import type { Context } from '../context.ts'
import { type Account, listGames, listProviders, type Provider, webOf } from '../game/public.ts'
import { inTransitOf } from './in-transit.ts'
import { minOf } from './rules.ts'

export type WalletAnswer = Answer<typeof getWallet>

/** Finds the member's open bonus, as the dashboard names it. */
export type OpenBonusFinder = (memberId: string) => Promise<
  | {
      id: string
      source: NonNullable<WalletAnswer['activeBonus']>['source']
      campaign: string
      state: NonNullable<WalletAnswer['activeBonus']>['state']
      expiresAt: Date | null
    }
  | undefined
>

declare module '../context.ts' {
  interface Services {
    findOpenBonus: OpenBonusFinder
  }
}

/**
 * The content of the dashboard (rules.md §3), in four queries for any number of games. Amounts in baht or
 * kip.
 */
export async function walletOf(context: Context, memberId: string): Promise<WalletAnswer> {
  const { ledger, settings, campaigns, services } = context
  const [member, balances, { accounts, openings, marks }, bonus, providers, invites] = await Promise.all([
    findMember(context, memberId),
    ledger.balances(memberId),
    listGames(context, memberId),
    services.findOpenBonus(memberId),
    listProviders(context),
    campaigns.listActive('invite'),
  ])
  if (!member) throw new Refusal('invalid-token')
  const inviting = invites.find(({ currency }) => currency === member.currency)
  const minorOf = (name: string): number => balances.get(name)?.amountMinor ?? 0
  const opened = new Map(accounts.map((account) => [account.code, account]))

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
    invite: { amount: fromMinor(minorOf(own.invite)), ...termsOfInvite(inviting) },
    slots: providers
      // A provider that is switched off is shown only to members who have an account there.
      .filter(({ code, enabled }) => enabled || opened.has(code))
      .map((provider) => ({
        ...slotOf({ ...provider, web: webOf(provider, context.brand) }, opened.get(provider.code), minorOf),
        isBeingOpened: openings.has(provider.code),
        isFavourite: marks.get(provider.code)?.isFavourite ?? false,
        playedAt: marks.get(provider.code)?.playedAt?.toISOString() ?? null,
      })),
    inTransit: fromMinor(inTransitOf(balances)),
    activeBonus: bonus
      ? {
          _id: bonus.id,
          source: bonus.source,
          code: bonus.campaign,
          state: bonus.state,
          expiresAt: bonus.expiresAt?.toISOString() ?? null,
        }
      : null,
    transferMinimum: await minOf(settings, member.currency),
    lastRefreshAt: oldest(accounts)?.toISOString() ?? null,
    currency: member.currency,
  }
}

/**
 * At which percentage of its base invite money is the member's own, and at which it has failed; 0: none is
 * given now.
 */
function termsOfInvite(
  campaign: { version: number; content: { condition: Condition } } | undefined,
): Omit<WalletAnswer['invite'], 'amount'> {
  if (!campaign) return { success: 0, fail: 0, condition: null, version: null }
  const condition = shownCondition(campaign.content.condition)
  const { percent: success, percentFail: fail } = condition
  return { success, fail, condition, version: campaign.version }
}

function slotOf(
  provider: Provider,
  account: Account | undefined,
  minorOf: (name: string) => number,
): Omit<WalletAnswer['slots'][number], 'isBeingOpened' | 'isFavourite' | 'playedAt'> {
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

/** The time of the oldest balance among the opened games. */
function oldest(accounts: Account[]): Date | undefined {
  const read = accounts.flatMap(({ balanceReadAt }) => balanceReadAt ?? [])
  return read.length > 0 ? new Date(Math.min(...read.map((date) => date.getTime()))) : undefined
}
