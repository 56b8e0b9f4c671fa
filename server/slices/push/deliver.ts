import type { PushKeys } from '../../adapters/push/port.ts'
import { addSeconds } from '../../platform/clock.ts'
import { livingSessions } from '../account/public.ts'
import type { Context } from '../context.ts'
import { compose, isSilent, pauseAfter, topicOf } from './rules.ts'
import {
  type Claimed,
  claimDeliveries,
  drop,
  forget,
  giveUp,
  markSent,
  postponeDelivery,
  readKeys,
} from './store.ts'

/** Messages that one node has under way at a time. */
const atOnce = 16
/** Seconds after which a service that does not accept us is tried again, at the earliest. */
const leastPauseAfterDenial = 600
/** Seconds that a node has a message to itself: longer than a push service may take. */
const heldSeconds = 60

/**
 * Sends due messages until there are none or `stopping`. One run at a time is under way on a node; a call for
 * another one makes it look once more. A node that dies here leaves a claim that ends by itself; a message
 * that was taken just before is then sent again, and replaces itself on the device, because both have one
 * tag.
 */
export const deliver = (context: Context, stopping?: AbortSignal): Promise<void> =>
  context.services.push.sending(() => sendDue(context, stopping))

async function sendDue(context: Context, stopping?: AbortSignal): Promise<void> {
  const { clock, database, db, sealer } = context
  const keys = await readKeys(db, sealer)
  while (keys && !stopping?.aborted) {
    const now = clock.now()
    const claimed = await claimDeliveries(db, { now, until: addSeconds(now, heldSeconds), limit: atOnce })
    if (claimed.length === 0) return
    // Asked as late as can be: a member who has logged out hears nothing more.
    const living = new Set(
      await livingSessions(
        database,
        claimed.map(({ sessionHash }) => sessionHash),
        now,
      ),
    )
    await Promise.all(
      claimed.map((message) =>
        (living.has(message.sessionHash) ? send(context, keys, message) : forget(db, message)).catch(
          (error: unknown) => context.log.error({ err: error, event: message.event }, 'message not sent'),
        ),
      ),
    )
  }
}

async function send(
  { clock, db, log, push, services }: Context,
  keys: PushKeys,
  message: Claimed,
): Promise<void> {
  const { event, kind, details, endpoint, p256dh, auth, expiresAt, tries } = message
  const now = clock.now()
  const ttlSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1000)
  if (ttlSeconds <= 0) return giveUp(db, message)
  const shown = compose(
    { key: event, kind, ...details },
    { ...message, silent: isSilent(kind, message, now) },
  )
  const outcome = await push.send(
    {
      endpoint,
      p256dh,
      auth,
      payload: JSON.stringify(shown),
      ttlSeconds,
      urgency: shown.silent ? 'normal' : 'high',
      topic: topicOf(event),
    },
    keys,
  )
  switch (outcome.outcome) {
    case 'done':
      return markSent(db, message, clock.now())
    case 'gone':
      return forget(db, message)
    case 'refused':
      // The address is the browser's own secret, so the log names the host only.
      log.warn({ event, host: new URL(endpoint).host, reason: outcome.reason }, 'message refused')
      return giveUp(db, message)
    case 'denied': {
      // Ours to put right, for all members alike: nothing is lost meanwhile but time.
      services.push.denied(new URL(endpoint).host, outcome.reason)
      const at = addSeconds(clock.now(), Math.max(pauseAfter(tries), leastPauseAfterDenial))
      return at < expiresAt ? postponeDelivery(db, message, at) : drop(db, message)
    }
    case 'unknown': {
      const at = addSeconds(clock.now(), outcome.waitSeconds ?? pauseAfter(tries))
      return at < expiresAt ? postponeDelivery(db, message, at) : giveUp(db, message)
    }
  }
}
