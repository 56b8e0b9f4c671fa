import { setTimeout } from 'node:timers/promises'
import type { GameCode } from '@krapao/contract/game.ts'
import type { Posting } from '../../journals/posting.ts'
import { house, own } from '../../ledger/public.ts'
import { addSeconds } from '../../platform/clock.ts'
import { defineSetting, Type } from '../../platform/settings.ts'
import { createMember, findMember, type NewMember, openSession } from '../../slices/account/public.ts'
import { insertDemoReplies } from '../../slices/chat/public.ts'
import type { Context } from '../../slices/context.ts'
import { depositPosting } from '../../slices/deposit/public.ts'
import { insertDemoGames } from '../../slices/game/public.ts'
import { insertDemoAccounts } from '../../slices/house/public.ts'
import { payInviters } from '../../slices/invite/public.ts'
import { insertDemoContact } from '../../slices/lookup/public.ts'
import { insertDemoOperators } from '../../slices/operator/public.ts'
import { calculateCashback } from '../../slices/refund/public.ts'
import { call } from './call.ts'
import { insertDemoCampaigns } from './campaigns/insert.ts'
import { type DemoMoney, type Past, postHistory } from './history.ts'
import { receiveRewards, spinWheel } from './rewards.ts'

const seeded = defineSetting('demo.seeded', Type.Boolean(), false, 'Whether the demo world is complete')
const password = 'krapao-demo'
const year = 365 * 86_400
const memberId = 'demomember22'

type Person = Omit<NewMember, 'password' | 'createdAt'> & { id: string; secondsAgo: number }

/** The people of the demo world (rules.md §16); the first one has invited the last three. */
const thaiPeople: Person[] = [
  {
    id: memberId,
    name: 'สมชาย ใจดี',
    phone: '0812345678',
    bankCode: 'KBANK',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: '1234567890',
    birthDate: '1988-04-13',
    secondsAgo: year,
  },
  {
    id: 'demofresh222',
    name: 'มาลี ศรีสุข',
    phone: '0898765432',
    bankCode: 'SCB',
    bankAccountName: 'MALEE SRISUK',
    bankAccountNo: '9876543210',
    birthDate: '1995-11-25',
    secondsAgo: 0,
  },
  ...friends([
    ['demofriendaa', 'ณัฐ พงศ์ไพร', '0811110001', 'BBL', 'NAT PHONGPHRAI', '1110001112'],
    ['demofriendbb', 'วิภา แสงทอง', '0811110002', 'KTB', 'WIPA SAENGTHONG', '1110002223'],
    ['demofriendcc', 'Bounmy Keovilay', '0811110003', 'SCB', 'BOUNMY KEOVILAY', '1110003334'],
  ]),
]

/** The same people in the Lao build: the same phones, Lao banks, and wallets in kip. */
const laoPeople: Person[] = [
  {
    id: memberId,
    name: 'ສົມໄຊ ໃຈດີ',
    phone: '0812345678',
    currency: 'LAK' as const,
    bankCode: 'BCEL',
    bankAccountName: 'SOMXAY JAIDEE',
    bankAccountNo: '010120012345670',
    birthDate: '1988-04-13',
    secondsAgo: year,
  },
  {
    id: 'demofresh222',
    name: 'ມະນີ ສີສຸກ',
    phone: '0898765432',
    currency: 'LAK' as const,
    bankCode: 'LDB',
    bankAccountName: 'MANY SISOUK',
    bankAccountNo: '030220098765430',
    birthDate: '1995-11-25',
    secondsAgo: 0,
  },
  ...friends([
    ['demofriendaa', 'ນັດ ພົງໄພ', '0811110001', 'BCEL', 'NAT PHONGPHAI', '010120011100011'],
    ['demofriendbb', 'ວິພາ ແສງທອງ', '0811110002', 'JDB', 'VIPHA SENGTHONG', '00420010002223'],
    ['demofriendcc', 'ບຸນມີ ແກ້ວວິໄລ', '0811110003', 'APB', 'BOUNMY KEOVILAY', '100110003334'],
  ]).map((person) => ({ ...person, currency: 'LAK' as const })),
]

function friends(rows: [string, string, string, string, string, string][]): Person[] {
  return rows.map(([id, name, phone, bankCode, bankAccountName, bankAccountNo], at) => ({
    ...{ id, name, phone, bankCode, bankAccountName, bankAccountNo, invitedBy: memberId },
    secondsAgo: year / (at + 2),
  }))
}

/** The differences between the builds' demo worlds. */
const worlds = {
  th: {
    people: thaiPeople,
    money: { currency: 'THB', rate: 1, bank: 'KBANK', house: '0000000011', gateway: 'WW' },
    house: { toBank: 'SCB', toAccountNo: '0000000011' },
  },
  la: {
    people: laoPeople,
    // Round amounts that are usual there.
    money: { currency: 'LAK', rate: 500, bank: 'BCEL', house: '010110027319001', gateway: 'LAOQR' },
    house: { toBank: 'BCEL', toAccountNo: '010110027319001' },
  },
} as const satisfies Record<string, World>

interface World {
  people: readonly Person[]
  money: DemoMoney
  house: { toBank: string; toAccountNo: string }
}

/** The ids of these people, whose passwords are public. */
export const demoMemberIds = thaiPeople.map(({ id }) => id)

/** The member's year, and what the invited friends have played lately. */
const pastsOf = ({ people }: World): Past[] =>
  people.flatMap(({ id, bankAccountNo: accountNo, bankAccountName: accountName }) => {
    const past = { memberId: id, account: { accountNo, accountName } }
    // More than the wins of any month, which are set against it: there is cashback to claim on every date.
    if (id === memberId) return { ...past, firstDay: 358, lastDay: 3, seed: 20_251_120, lastLoss: 1000 }
    const friend = ['demofriendaa', 'demofriendbb', 'demofriendcc'].indexOf(id)
    // By these seeds they bring more than a page of invite money on every date, some of it less carried wins.
    return friend < 0 ? [] : { ...past, firstDay: 30, lastDay: 1, seed: 330 + friend }
  })

/** The member's other deposits: by bank transfer, and coins. */
const moneyOf = ({ currency, rate, bank, house: accountNo }: DemoMoney): Posting[] => [
  ...[200_000, 235_050].map(
    (baht, at): Posting =>
      depositPosting({
        key: `demo:deposit:${at}`,
        memberId,
        currency,
        sources: [{ house: house.bank(accountNo), amountMinor: baht * rate }],
        meta: { fromBank: bank },
      }),
  ),
  {
    key: 'demo:coin',
    kind: 'coin',
    memberId,
    legs: [
      { account: { house: house.coin }, asset: 'COIN', amountMinor: -58 },
      { account: { member: memberId, name: own.coin }, asset: 'COIN', amountMinor: 58 },
    ],
  },
]

/**
 * Games opened in all three categories: an amount that is moved in (baht, at the demo world's rate) and then
 * played in the sandbox.
 */
const games: { code: GameCode; amount: number; rounds: { stake: number; win: number }[] }[] = [
  {
    code: 'PG',
    amount: 800,
    rounds: [
      { stake: 50, win: 0 },
      { stake: 100, win: 265.5 },
    ],
  },
  {
    code: 'JOKER',
    amount: 300,
    rounds: [
      { stake: 20, win: 0 },
      { stake: 20, win: 0 },
    ],
  },
  { code: 'SUPERSLOT', amount: 150, rounds: [] },
  { code: 'UFABET', amount: 600, rounds: [{ stake: 200, win: 370 }] },
  // Where no bets are reported a loss may be an open bet, and the demo's bonus could not be cancelled
  // (rules.md §7.3).
  { code: 'SEXYGAME', amount: 250, rounds: [{ stake: 75, win: 90 }] },
  { code: 'HUAYHD', amount: 100, rounds: [{ stake: 30, win: 45 }] },
]

/**
 * Makes the demo world, once, by the server's own calls and the sandbox's, as if people had used them. Every
 * step has a key or a fixed id, so that a start that was interrupted is completed by the next one.
 * @param address where this server listens
 * @throws if a call of the server or the sandbox fails
 */
export async function seedDemo(context: Context, address: string): Promise<void> {
  if (await context.settings.get(seeded)) return
  await insertDemoAccounts(context)
  await insertDemoContact(context)
  await insertDemoGames(context)
  await insertDemoOperators(context)
  await insertDemoReplies(context)
  const world = worlds[context.brand.variant]
  for (const { secondsAgo, ...person } of world.people) {
    // A start that was interrupted has made some of them.
    if (await findMember(context, person.id)) continue
    const createdAt = addSeconds(context.clock.now(), -secondsAgo)
    await createMember(context, { ...person, password, createdAt })
  }
  // Posted before everything else, so that ids and times are in the same order.
  await postHistory(context, pastsOf(world), world.money)
  await insertDemoCampaigns(context, world.money)
  await payInviters(context)
  await calculateCashback(context)
  const token = await openSession(context, memberId, false)
  // While the wallet is empty: a member who has money plays on before taking a bonus.
  await receiveRewards(address, token)
  for (const posting of moneyOf(world.money)) await context.ledger.post(posting)
  await sendSlips(address, token, world)
  await play(address, token, world.money.rate)
  await spinWheel(address, token)
  // The history is older than unsealed journals may be, so it is sealed at once.
  await context.ledger.seal()
  await context.settings.set(seeded, true)
}

/** Baht, at the demo world's rate, and seconds ago: one slip that is credited, and one that is too old. */
const slips = [
  { amount: 1500, secondsAgo: 60 },
  { amount: 250, secondsAgo: 2 * 3600 },
]

/** Uploads the member's slips and waits until they are decided. */
async function sendSlips(address: string, token: string, { people, money, house }: World): Promise<void> {
  const [sender] = people
  const sent = async () =>
    (
      (await call(address, 'POST', '/api/statement/slip', { token, body: { page: 1, limit: 10 } })) as {
        slips: { status: string }[]
      }
    ).slips
  // The slips of an interrupted start are already there.
  for (const { amount, secondsAgo } of slips.slice((await sent()).length)) {
    const { slipUrl } = (await call(address, 'POST', '/sandbox/api/bank/transfers', {
      body: {
        fromBank: sender?.bankCode,
        fromAccountNo: sender?.bankAccountNo,
        fromName: sender?.bankAccountName,
        ...house,
        amount: amount * money.rate,
        at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
      },
    })) as { slipUrl: string }
    const form = new FormData()
    form.append('file', await (await fetch(new URL(slipUrl, address))).blob(), 'slip.png')
    await call(address, 'POST', '/api/wallet/slip', { token, form })
  }
  for (let tries = 0; (await sent()).some(({ status }) => status === 'PENDING'); tries++) {
    if (tries === 100) throw new Error('demo world: the slips are not judged')
    await setTimeout(100)
  }
}

async function play(address: string, token: string, rate: number): Promise<void> {
  for (const { code, amount, rounds } of games) {
    const opened = await call(address, 'GET', `/api/wallet/activate/${code}`, {
      token,
      unless: ['SLOT_ALREADY_ACTIVE'],
    })
    await call(address, 'POST', '/api/wallet/transfer', {
      token,
      idempotencyKey: `demo-${code}`,
      body: { from: 'WALLET', to: code, amount: amount * rate },
    })
    // An account that was already open has been played on before.
    const { username } = opened as { username?: string }
    for (const { stake, win } of username ? rounds : []) {
      const round = { username, stake: stake * rate, win: win * rate }
      await call(address, 'POST', `/sandbox/api/games/${code}/play`, { body: round })
    }
  }
  await call(address, 'GET', '/api/wallet/refresh/slot', { token })
}
