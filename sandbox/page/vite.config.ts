import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/sandbox/',
  plugins: [react()],
  build: {
    target: ['chrome90', 'safari15'],
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    // Every picture a file of its own: the content security policy has no use for inlined ones.
    assetsInlineLimit: 0,
  },
})
