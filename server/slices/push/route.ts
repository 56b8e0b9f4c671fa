import { getPushSettings } from '@krapao/contract/slices/push/get-push-settings.ts'
import { inEachKind, pushKinds } from '@krapao/contract/slices/push/kinds.ts'
import { setPushSettings } from '@krapao/contract/slices/push/set-push-settings.ts'
import { subscribePush } from '@krapao/contract/slices/push/subscribe-push.ts'
import { unsubscribePush } from '@krapao/contract/slices/push/unsubscribe-push.ts'
import { mount } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Slice } from '../context.ts'
import { deliver } from './deliver.ts'
import {
  keepKeys,
  readKeys,
  readSettings,
  removeSubscription,
  saveSettings,
  saveSubscription,
  sweepDeliveries,
} from './store.ts'

const ok = { message: 'OK' } as const

/** Messages that reach members while the app is closed (rules.md §20). */
export const pushSlice: Slice = {
  name: 'push',

  mount(app, context) {
    const { clock, db, gate, jobs, push, sealer, services } = context

    mount(app, gate, getPushSettings, async ({ caller }) => {
      const keys = await readKeys(db, sealer)
      if (!keys) throw new Refusal('SERVICE_UNAVAILABLE')
      const { off, quietFrom, quietUntil } = await readSettings(db, caller.memberId)
      const kinds = inEachKind((kind) => !off.includes(kind))
      return {
        memberId: caller.memberId,
        publicKey: keys.publicKey,
        settings: { kinds, quietFrom, quietUntil },
      }
    })

    mount(app, gate, setPushSettings, async ({ caller, body: { kinds, ...quiet } }) => {
      const off = pushKinds.filter((kind) => !kinds[kind])
      await saveSettings(db, caller.memberId, { off, ...quiet })
      return ok
    })

    mount(app, gate, subscribePush, async ({ caller, body }) => {
      const endpoint = push.admitted(body.endpoint)
      if (!endpoint) throw new Refusal('PUSH_SERVICE_UNKNOWN')
      const { memberId, sessionHash } = caller
      await saveSubscription(db, { ...body, endpoint, memberId, sessionHash }, clock.now())
      return ok
    })

    mount(app, gate, unsubscribePush, async ({ caller, body }) => {
      await removeSubscription(db, caller.memberId, push.admitted(body.endpoint) ?? body.endpoint)
      return ok
    })

    services.push.onWaiting(() => deliver(context))
    app.addHook('onClose', () => services.push.idle())
    jobs.sweep('push', 5, (stopping) => deliver(context, stopping))
    jobs.cron('sweep-push', '23 * * * *', () => sweepDeliveries(db, clock.now()))
  },

  /** The keys are made at the first start, and kept as long as the database. */
  async seed({ db, push, sealer }) {
    await keepKeys(db, push.newKeys(), sealer)
  },
}
