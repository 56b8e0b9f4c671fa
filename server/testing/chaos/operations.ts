import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestedWith } from '@krapao/contract/limits.ts'
import { sealGift, walletName } from '../../slices/deposit/testing/money-in.ts'
import { otherThan, type Run, request, tryCall } from './run.ts'
import { type ChaosMember, games, houseAccount } from './world.ts'

const weights = {
  in: 16,
  out: 12,
  across: 8,
  all: 4,
  withdraw: 8,
  withdrawAll: 6,
  slip: 2,
  feed: 5,
  both: 2,
  qr: 8,
  gift: 5,
  desk: 4,
  read: 6,
}
type Kind = keyof typeof weights

/** Makes one random operation after the other until the run ends. */
export async function live(run: Run): Promise<void> {
  while (!run.isEnding) {
    const kind = run.dice.weighted(weights)
    const member = run.dice.one(run.world.members)
    try {
      await acts[kind](run, member)
      run.counts[kind] = (run.counts[kind] ?? 0) + 1
    } catch (error) {
      run.violations.push(`${kind} of ${member.id} broke: ${(error as Error).stack}`)
    }
    await sleep(run.dice.between(0, 60))
  }
}

const transfer = async (run: Run, member: ChaosMember, kind: Kind, from: string, to: string) => {
  const amount = run.dice.between(100, 5000) / 100
  await request(run, member, kind, 'POST /api/wallet/transfer', { body: { from, to, amount } })
}
const withdrawn = (run: Run) => ({ body: { amount: run.dice.between(10_000, 20_000) / 100 } })

const acts: Record<Kind, (run: Run, member: ChaosMember) => Promise<unknown>> = {
  in: (run, member) => transfer(run, member, 'in', 'WALLET', run.dice.one(games)),
  out: (run, member) => transfer(run, member, 'out', run.dice.one(games), 'WALLET'),
  across: (run, member) => transfer(run, member, 'across', games[0], run.dice.one([games[1], games[2]])),
  all: (run, member) =>
    request(run, member, 'all', 'POST /api/wallet/transferAll', { body: { to: run.dice.one(games) } }),
  withdraw: (run, member) => request(run, member, 'withdraw', 'POST /api/wallet/withdraw', withdrawn(run)),
  withdrawAll: (run, member) =>
    request(run, member, 'withdrawAll', 'POST /api/wallet/withdrawAll', withdrawn(run)),
  slip: async (run, member) => upload(run, member, (await bankTransfer(run, member, false)).slipUrl),
  feed: (run, member) => bankTransfer(run, member, true),
  both: async (run, member) => upload(run, member, (await bankTransfer(run, member, true)).slipUrl),
  qr: payByCode,
  gift: redeem,
  desk: decide,
  read: (run, { token }) => tryCall(run.dice.one(run.world.nodes), 'GET /api/wallet', { token }, 20_000),
}

/** Calls the sandbox, which no fault stops; undefined if it refuses, which is the effect of a fault. */
async function outside<T>(run: Run, path: string, body: object): Promise<T | undefined> {
  const response = await fetch(`${run.world.outsideUrl}/api/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  return response.ok ? ((await response.json()) as T) : undefined
}

async function bankTransfer(run: Run, member: ChaosMember, feed: boolean) {
  const made = await outside<{ reference: string; slipUrl: string }>(run, 'bank/transfers', {
    fromBank: 'KBANK',
    fromAccountNo: member.accountNo,
    fromName: member.name,
    toBank: 'SCB',
    toAccountNo: houseAccount,
    amount: run.amount('bank'),
    feed,
  })
  if (!made) throw new Error('the bank refused a transfer')
  return made
}

/** Uploads a slip until it is accepted. If an answer is lost, the slip is stored twice, but credited once. */
async function upload(run: Run, { token }: ChaosMember, slipUrl: string): Promise<void> {
  const png = await (await fetch(slipUrl)).blob()
  let node = run.dice.one(run.world.nodes)
  while (!run.isOver) {
    const form = new FormData()
    form.append('file', png, 'slip.png')
    const answer = await fetch(`${node.address}/api/wallet/slip`, {
      method: 'POST',
      body: form,
      headers: { 'x-requested-with': requestedWith, authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined)
    if (answer?.status === 200) return
    node = otherThan(run.world, node)
    await sleep(500)
  }
}

async function payByCode(run: Run, member: ChaosMember): Promise<void> {
  const amount = run.amount('code')
  const answer = await request(run, member, 'qr', 'POST /api/qrcode/:code', {
    params: { code: 'WW' },
    body: { amount },
  })
  const qrcodeId = answer?.status === 200 ? answer.body.qrcodeId : null
  if (!qrcodeId || run.dice.roll() < 0.1) return
  const how = run.dice.weighted({ once: 8, twice: 2, wrongly: 1 })
  await outside(run, 'qr/pay', {
    qrcodeId,
    ...(how === 'twice' && { times: 2 }),
    ...(how === 'wrongly' && { amount: run.amount('wrong-code') }),
  })
}

async function redeem(run: Run, member: ChaosMember): Promise<void> {
  const amount = run.amount('gift')
  const gift = await outside<{ link: string }>(run, 'gifts', { amount, phone: member.username })
  if (!gift) return
  const link = sealGift(`${gift.link}::${walletName}`)
  await request(run, member, 'gift', 'POST /api/wallet/truelink', { body: { link } })
}

/** An operator decides on one of the waiting withdrawals. */
async function decide(run: Run): Promise<void> {
  const { dice, world } = run
  const node = dice.one(world.nodes)
  const token = world.operatorToken
  const queue = 'withdrawal' as const
  const list = await tryCall(node, 'GET /api/console/desk/:queue', { token, params: { queue } }, 10_000)
  if (list?.status !== 200 || list.body.items.length === 0) return
  const params = { queue, id: dice.one(list.body.items).id }
  const body = { reason: `chaos ${randomUUID()}` }
  const choice = dice.roll() < 0.8 ? 'approve' : 'refuse'
  await tryCall(node, `POST /api/console/desk/:queue/:id/${choice}`, { token, params, body }, 10_000)
}
