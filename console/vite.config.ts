import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Compresses once at build time what a server would otherwise compress at every request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle() {
      const folder = join(import.meta.dirname, 'dist')
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css)$/.test(name)) continue
        const bytes = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
      }
    },
  }
}

const server = `http://localhost:${process.env.PORT ?? 8080}`

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwindcss(), precompress()],
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
