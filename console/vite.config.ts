import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from '../web/build/precompress.ts'

const server = `http://localhost:${process.env.PORT ?? 8080}`

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss(), precompress(`${import.meta.dirname}/dist`)],
  build: {
    target: ['chrome111', 'safari16.4'],
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What seldom changes stays in the browsers when the console does.
        codeSplitting: { groups: [{ name: 'vendor', test: /node_modules[\\/]/ }] },
      },
    },
  },
  server: {
    port: 5174,
    proxy: {
      '/api': server,
      '/art': server,
      '/files': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
