import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { letters } from './letters.ts'
import { precompress } from './precompress.ts'
import { keepWordsWhole } from './whole-words.ts'

/** How the page of every browser app is built. @param folder the app's own; the build goes into its `dist` */
export const pageConfig = (folder: string): UserConfig => ({
  root: folder,
  plugins: [keepWordsWhole(), letters(), react(), tailwindcss(), precompress(`${folder}/dist`)],
  build: {
    target: ['chrome111', 'safari16.4'],
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
  },
})
