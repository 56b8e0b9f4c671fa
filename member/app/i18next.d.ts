import type account from '../slices/account/texts.th.json'
import type game from '../slices/game/texts.th.json'
import type lookup from '../slices/lookup/texts.th.json'
import type wallet from '../slices/wallet/texts.th.json'
import type app from './texts.th.json'

/** Keys are checked by the compiler; the tidy test keeps the three languages alike. */
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof app & typeof account & typeof game & typeof lookup & typeof wallet }
  }
}
