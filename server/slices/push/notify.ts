import { batcher } from '../../platform/batcher.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { sharedRuns } from '../../platform/shared-runs.ts'
import type { Context, Services } from '../context.ts'
import { lifetimeOf, type PushEvent } from './rules.ts'
import { insertDeliveries, type Notice } from './store.ts'

declare module '../context.ts' {
  interface Services {
    push: Push
  }
}

/** Milliseconds between two lines of the log about one service that does not accept us. */
const tellEvery = 3_600_000

/** The functions that notify members: `notifyMember` for other slices, the rest for this one. */
interface Push {
  notify(memberId: string, event: PushEvent, tx?: Tx): void
  /** Called whenever messages have come to wait; there is one listener. */
  onWaiting(send: () => Promise<void>): void
  /** Runs `send`, which sends what is due, or lets the run that is under way on this node look once more. */
  sending(send: () => Promise<void>): Promise<void>
  /** A push service does not accept this installation; logged once an hour. */
  denied(host: string, reason: string): void
  /** Resolves when the events given to `notify` are stored, and no message is on its way from this node. */
  idle(): Promise<void>
}

/** The needs of a notification; a narrow part of the context, so that a test can have it alone. */
export interface Notifier {
  services: Pick<Services, 'push'>
}

/**
 * Notifies a member of an event on all devices, also while the app is closed (rules.md §20).
 * @param tx the transaction of the event: the member is notified once it has committed, and never if it rolls
 *   back. Left out where the event is committed already. A notification neither makes the transaction fail
 *   nor delays it.
 */
export const notifyMember = ({ services }: Notifier, memberId: string, event: PushEvent, tx?: Tx): void =>
  services.push.notify(memberId, event, tx)

/** A deposit was credited, in the transaction `tx`. */
export async function notifyCredited(
  context: Notifier,
  tx: Tx,
  {
    key,
    memberId,
    amountMinor,
    currency,
  }: { key: string; memberId: string } & Required<Pick<PushEvent, 'amountMinor' | 'currency'>>,
): Promise<void> {
  notifyMember(context, memberId, { key: `credited:${key}`, kind: 'credited', amountMinor, currency }, tx)
}

/** Somebody has logged in from a device that is new. */
export async function notifyNewLogin(
  context: Notifier,
  { id, memberId }: { id: string; memberId: string },
): Promise<void> {
  notifyMember(context, memberId, { key: `login:${id}`, kind: 'login' })
}

/** Events of many members that come together are stored by one statement. */
export function pushServices({ database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>): {
  push: Push
} {
  let send = async () => {}
  const shared = sharedRuns()
  let run: Promise<void> | undefined
  /** When it was logged last that a host does not accept us. */
  const told = new Map<string, number>()
  const store = batcher<Notice, void>(async (notices) => {
    if (await insertDeliveries(database, notices, clock.now())) {
      send().catch((error: unknown) => log.error({ err: error }, 'messages not sent'))
    }
    return notices.map(() => undefined)
  })
  function keep(memberId: string, { key, kind, ...details }: PushEvent): void {
    const expiresAt = addSeconds(clock.now(), lifetimeOf(kind))
    store({ memberId, event: key, kind, details, expiresAt }).catch((error: unknown) =>
      log.warn({ err: error, event: key }, 'no message was sent about an event'),
    )
  }
  return {
    push: {
      notify(memberId, event, tx) {
        if (tx) tx.afterCommit(() => keep(memberId, event))
        else keep(memberId, event)
      },
      onWaiting(listener) {
        send = listener
      },
      sending(send) {
        const own = shared('send', send)
        run = own
        return own
      },
      denied(host, reason) {
        const now = clock.now().getTime()
        if (now - (told.get(host) ?? 0) < tellEvery) return
        told.set(host, now)
        log.error({ host, reason }, 'a push service does not accept us; is PUSH_CONTACT a real address?')
      },
      async idle() {
        await store.idle()
        await run?.catch(() => {})
      },
    },
  }
}
