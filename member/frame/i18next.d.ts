import type bonus from '@krapao/web/bonus/texts.th.json'
import type chat from '@krapao/web/chat/texts.th.json'
import type errors from '@krapao/web/errors/texts.th.json'
import type person from '../slices/account/person/texts.th.json'
import type account from '../slices/account/texts.th.json'
import type bonusBets from '../slices/bonus/bets/texts.th.json'
import type pastBonus from '../slices/bonus/past/texts.th.json'
import type deposit from '../slices/deposit/texts.th.json'
import type game from '../slices/game/texts.th.json'
import type invite from '../slices/invite/texts.th.json'
import type lookup from '../slices/lookup/texts.th.json'
import type outcome from '../slices/outcome/texts.th.json'
import type promotion from '../slices/promotion/texts.th.json'
import type refund from '../slices/refund/texts.th.json'
import type settings from '../slices/settings/texts.th.json'
import type spinwheel from '../slices/spinwheel/texts.th.json'
import type statement from '../slices/statement/texts.th.json'
import type wallet from '../slices/wallet/texts.th.json'
import type withdraw from '../slices/withdraw/texts.th.json'
import type app from './texts.th.json'

/**
 * The compiler checks the keys of texts; `tidy.test.ts` checks that all three languages have the same keys.
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof app &
        typeof errors &
        typeof account &
        typeof bonus &
        typeof chat &
        typeof deposit &
        typeof game &
        typeof invite &
        typeof lookup &
        typeof outcome &
        typeof bonusBets &
        typeof pastBonus &
        typeof person &
        typeof promotion &
        typeof refund &
        typeof settings &
        typeof spinwheel &
        typeof statement &
        typeof wallet &
        typeof withdraw
    }
  }
}
