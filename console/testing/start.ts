import '../app/sizes.css'
import { startTexts } from '../app/i18n.ts'

// As main.tsx starts the console: its styles, and its texts in Thai.
await startTexts()
