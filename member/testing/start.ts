import '@krapao/web/ui/tokens.css'
import { startTexts } from '../frame/i18n.ts'

// As main.tsx starts the app: its styles, and the texts of its frame in Thai.
await startTexts()
