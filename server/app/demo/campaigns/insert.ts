import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Currency, fromMinor } from '@krapao/contract/money.ts'
import { addSeconds } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { bannerPictures, decideOn, makeVersion } from '../../../slices/campaign/public.ts'
import type { Context } from '../../../slices/context.ts'
import { inDemoSession } from '../../../slices/operator/public.ts'
import { demoCampaigns } from './content.ts'

/** How long ago they began, so that the days on which the demo's people have played since are calculated. */
const days = 28

const owner = { id: 'demo-owner', name: '', role: 'owner' } as const
const cashier = { id: 'demo-cashier', name: '', role: 'cashier' } as const

/**
 * Makes the demo world's campaigns as its people would: the owner makes each, a cashier approves it. What is
 * there already stays as it is.
 * @param rate how much of the currency a baht is
 */
export async function insertDemoCampaigns(
  context: Context,
  { currency, rate }: { currency: Currency; rate: number },
): Promise<void> {
  const begun = addSeconds(context.clock.now(), -days * 86_400)
  const [lanterns, coins, friends] = await Promise.all([
    keep(context, 'lanterns'),
    keep(context, 'coins'),
    keep(context, 'friends'),
  ])
  const money = (baht: number): number => fromMinor(Math.round(baht * 100 * rate))
  const made = demoCampaigns({ currency, money, images: { lanterns, coins, friends } })
  const each = async (act: (past: Context, campaign: (typeof made)[number]) => Promise<unknown>) => {
    // A minute apart, because members see them in this order.
    for (const [at, campaign] of made.entries())
      await unlessDone(act({ ...context, clock: { now: () => addSeconds(begun, at * 60) } }, campaign))
  }
  await inDemoSession(context, owner, (caller) =>
    each((past, { code, content }) => {
      const version = { content, startsAt: null, endsAt: null, reason: 'Demo', basedOn: 0 }
      return makeVersion(past, caller, { kind: content.kind, code }, version)
    }),
  )
  await inDemoSession(context, cashier, (caller) =>
    each((past, { code, content: { kind } }) =>
      decideOn(past, caller, { kind, code, version: 1 }, { verdict: 'approve', reason: 'Demo' }),
    ),
  )
}

/** A start that was cut off has made some of them. */
async function unlessDone(doing: Promise<unknown>): Promise<void> {
  await doing.catch((error) => {
    const isDone = error instanceof Refusal && ['CAMPAIGN_CHANGED', 'ALREADY_DECIDED'].includes(error.code)
    if (!isDone) throw error
  })
}

const keep = async ({ files }: Context, name: string): Promise<string> =>
  bannerPictures({ files }).keep(await readFile(join(import.meta.dirname, `${name}.webp`)))
