import { batcher } from '../../platform/batcher.ts'
import { addSeconds } from '../../platform/clock.ts'
import type { Tx } from '../../platform/database.ts'
import { sharedRuns } from '../../platform/shared-runs.ts'
import type { Context } from '../context.ts'
import { lifetimeOf, type PushEvent } from './rules.ts'
import { insertDeliveries, type Notice } from './store.ts'

declare module '../context.ts' {
  interface Services {
    push: Push
  }
}

/** Milliseconds between two lines of the log about one service that does not accept us. */
const tellEvery = 3_600_000

/** Notifies members of events on their devices, also while the app is closed (rules.md §20). */
export interface Push {
  /**
   * @param tx the transaction of the event: the member is notified once it has committed, and never if it rolls back.
   * Left out where the event is committed already. A notification neither makes the transaction fail nor delays it.
   */
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
