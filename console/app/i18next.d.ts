import type chat from '@krapao/web/chat/texts.th.json'
import type errors from '@krapao/web/errors/texts.th.json'
import type campaign from '../slices/campaign/texts.th.json'
import type chats from '../slices/chat/texts.th.json'
import type deposit from '../slices/deposit/texts.th.json'
import type desk from '../slices/desk/texts.th.json'
import type work from '../slices/desk/work/texts.th.json'
import type game from '../slices/game/texts.th.json'
import type operator from '../slices/operator/texts.th.json'
import type app from './texts.th.json'

/**
 * The compiler checks the keys of texts; `tidy.test.ts` checks that all three languages have the same keys.
 */
declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      translation: typeof app &
        typeof errors &
        typeof chat &
        typeof operator &
        typeof deposit &
        typeof desk &
        typeof work &
        typeof game &
        typeof campaign &
        typeof chats
    }
  }
}
