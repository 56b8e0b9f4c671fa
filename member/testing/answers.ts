import type { AnswerOf } from '@krapao/contract/client.ts'
import type { MemberCondition } from '@krapao/contract/slices/bonus/bonus.ts'

/** What the server answers about a member, as far as a test does not say otherwise. */

type Wallet = AnswerOf<'GET /api/wallet'>
type GameAccount = Wallet['slots'][number]

const gameOf = (account: Pick<GameAccount, 'code' | 'name' | 'amount'>): GameAccount => ({
  logo: '/art/games/pg.svg',
  background: '',
  category: 'slot',
  isActive: true,
  isBeingOpened: false,
  inTransit: 0,
  isStale: false,
  refreshedAt: null,
  isFavourite: false,
  playedAt: null,
  ftWalletSlot: 1,
  web: null,
  android: null,
  ios: null,
  autoLogin: null,
  ...account,
})

let members = 0

/** The wallet of a member of its own, with two games. @param amount what the main wallet has, in baht */
export function walletOf(amount: number): Wallet {
  members++
  return {
    profile: {
      _id: `member${members}`,
      name: 'สุดา',
      username: '0812345678',
      createdAt: '2026-01-02T03:04:05.000Z',
      coin: 0,
    },
    bankAccount: {
      bankCode: 'KBANK',
      bankAccountName: 'สุดา ใจดี',
      bankAccountNo: '1234567890',
      bank: { nameTH: 'กสิกรไทย', nameLA: 'ກະສິກອນໄທ', nameEN: 'Kasikornbank' },
    },
    wallet: { amount },
    invite: { amount: 0, success: 0, fail: 0, condition: null, version: null },
    slots: [
      gameOf({ code: 'PG', name: 'PG Soft', amount: 50 }),
      gameOf({ code: 'JOKER', name: 'Joker', amount: 0 }),
    ],
    inTransit: 0,
    activeBonus: null,
    transferMinimum: 1,
    lastRefreshAt: null,
    currency: 'THB',
  }
}

/** A condition of turnover. */
export const conditionOf = ({ percent }: { percent: number }): MemberCondition => ({
  mode: 'turnover',
  percent,
  basis: 'credit',
  weights: {},
  otherWeight: 100,
  percentFail: 5,
  maxCashOut: null,
  mayForfeit: true,
  days: 30,
})
