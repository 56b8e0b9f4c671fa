import { textsBeside } from '../../platform/texts.ts'
import type en from './texts.en.json'

/** The bot's texts until operators write their own, and the canned replies of the demo world. */
export const texts = textsBeside<typeof en>(import.meta.dirname)
