import type { Slice } from '../context.ts'
import { mountBankFeed } from './bank-feed-route.ts'
import { mountGifts } from './gift-route.ts'
import { mountManual } from './manual-route.ts'
import { mountQr } from './qr-route.ts'
import { mountSlips } from './slip-route.ts'

/** Money coming in (rules.md §5): each way in its own files. */
export const depositSlice: Slice = {
  name: 'deposit',

  async mount(app, context) {
    mountBankFeed(app, context)
    mountManual(app, context)
    mountQr(app, context)
    mountGifts(app, context)
    await mountSlips(app, context)
  },
}
