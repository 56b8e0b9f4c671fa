import { defineConfig, mergeConfig } from 'vite'
import { chatScript } from '../scripts/chat-script.ts'
import { errorTexts } from '../scripts/error-texts.ts'
import { pageConfig } from '../web/build/page-config.ts'

/** The icons of the first screen; the others come with the parts that show them. */
const firstIcons =
  'ban|circle-check|circle-exclamation-point|circle-question-mark|cloud-off|globe|info|loader-circle|log-in|message-circle|user-plus|x'

const server = `http://localhost:${process.env.PORT ?? 8080}`

export default defineConfig(
  mergeConfig(pageConfig(import.meta.dirname), {
    plugins: [errorTexts(), chatScript()],
    resolve: {
      // A substitute, in two libraries, for what React itself has since version 18.
      alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
    },
    build: {
      // Tells bench/page/bytes.test.ts which files a page loads.
      manifest: true,
      rolldownOptions: {
        output: {
          // A few files that every page needs, instead of dozens of tiny ones that each cost a round trip on 3G. What
          // visitors' pages do not need is in files of its own: the login page is to be light.
          codeSplitting: {
            groups: [
              {
                name: 'vendor',
                test: /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|i18next|react-i18next|html-parse-stringify|void-elements)[\\/]/,
                priority: 4,
              },
              { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 4 },
              {
                // What every first screen needs.
                name: 'shell',
                test: new RegExp(
                  `member/(main|app|ui)|web/|contract/|vite/|lucide-react/dist/esm/(?!icons/)|icons/(${firstIcons})\\.`,
                ),
                tags: ['$initial'],
                priority: 3,
              },
              {
                name: 'common',
                test: /[\\/](refused|errors|error-text|reference|title|card|format|money|copy)\.(tsx?|mjs)$/,
                minShareCount: 3,
                priority: 2,
              },
              {
                name: 'form',
                test: /[\\/](form-failure|use-form|problems|phone|digits|(password-|check-)?field|eye|eye-off)\.(tsx?|mjs)$/,
                minShareCount: 2,
                priority: 1,
              },
              {
                name: 'member',
                test: /(member[\\/](app|ui)|web[\\/](api|ui))[\\/](?!.*(upload|carousel|slider|tween|live|code-field|select-field|texts|money[\\/]|outcome|html|banner|paged|page-links|paging|progress-bar|receipt))|lucide-react[\\/]/,
                minShareCount: 3,
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
