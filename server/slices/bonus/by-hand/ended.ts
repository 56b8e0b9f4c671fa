import type { Tx } from '../../../platform/database.ts'
import { createListeners, type Listeners } from '../../../platform/listeners.ts'
import type { Context } from '../../context.ts'
import { forgetHindered } from './hindered-store.ts'
import { closeOfEnded } from './store.ts'

declare module '../../context.ts' {
  interface Services {
    /** Called with the id of each active bonus that ends, in the transaction that ends it. */
    bonusEnded: Listeners<[tx: Tx, id: string]>
  }
}

export const endedServices = () => ({ bonusEnded: createListeners<[tx: Tx, id: string]>() })

/** However a bonus ends, nothing hinders it any more and no wish to end it waits. */
export const forgetEnded = ({ services, desk, clock }: Context): void =>
  services.bonusEnded.add(async (tx, id) => {
    await forgetHindered(tx, id)
    await closeOfEnded(desk, tx, clock.now(), id)
  })
