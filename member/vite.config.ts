import { defineConfig, mergeConfig } from 'vite'
import { pageConfig } from '../web/build/page-config.ts'

const server = `http://localhost:${process.env.PORT ?? 8080}`

export default defineConfig(
  mergeConfig(pageConfig(import.meta.dirname), {
    build: {
      rolldownOptions: {
        output: {
          // A few files that every page needs, instead of dozens of tiny ones that each cost a round trip on 3G.
          codeSplitting: {
            groups: [
              {
                name: 'vendor',
                test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|i18next|react-i18next|html-parse-stringify|void-elements|use-sync-external-store)[\\/]/,
                priority: 2,
              },
              { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 2 },
              {
                name: 'shell',
                test: /((member[\\/](app|ui)|web[\\/](api|brand|i18n|parts|ui))[\\/](?!.*(carousel|slider|tween|live|code-field|texts|money[\\/]|outcome|html|banner|paged|page-links|paging|progress-bar|receipt))|lucide-react[\\/])/,
                minShareCount: 3,
                priority: 1,
              },
            ],
          },
        },
      },
    },
    server: {
      port: 5173,
      proxy: {
        '/api': server,
        '/sandbox': server,
        '/socket.io': { target: server, ws: true },
      },
    },
  }),
)
