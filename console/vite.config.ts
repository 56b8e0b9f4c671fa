import { defineConfig, mergeConfig } from 'vite'
import { pageConfig } from '../web/build/page-config.ts'

const server = `http://localhost:${process.env.PORT ?? 8080}`

export default defineConfig(
  mergeConfig(pageConfig(import.meta.dirname), {
    base: '/console/',
    build: {
      rolldownOptions: {
        output: {
          // Libraries seldom change, so they stay in browsers' caches when the console changes.
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
  }),
)
