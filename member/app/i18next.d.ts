import type errors from '@krapao/web/errors/texts.th.json'
import type account from '../slices/account/texts.th.json'
import type deposit from '../slices/deposit/texts.th.json'
import type game from '../slices/game/texts.th.json'
import type lookup from '../slices/lookup/texts.th.json'
import type statement from '../slices/statement/texts.th.json'
import type wallet from '../slices/wallet/texts.th.json'
import type withdraw from '../slices/withdraw/texts.th.json'
import type app from './texts.th.json'

/** Keys are checked by the compiler; the tidy test keeps the three languages alike. */
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof app &
        typeof errors &
        typeof account &
        typeof deposit &
        typeof game &
        typeof lookup &
        typeof statement &
        typeof wallet &
        typeof withdraw
    }
  }
}
