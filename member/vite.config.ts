import { defineConfig, mergeConfig } from 'vite'
import { chatScript } from '../scripts/chat-script.ts'
import { errorTexts } from '../scripts/error-texts.ts'
import { firstFiles } from '../scripts/first-files.ts'
import { workerScript } from '../scripts/worker-script.ts'
import { pageConfig } from '../web/build/page-config.ts'

/** The icons of the first screen; the others come with the parts that show them. */
const firstIcons =
  'ban|circle-check|circle-exclamation-point|circle-question-mark|cloud-off|globe|info|loader-circle|log-in|message-circle|user-plus|x'

/** The icons of the dashboard that other pages of members show, too. */
const homeIcons = 'house|settings|coins'

/** The icons that other pages of members share and the dashboard does not show. */
const laterIcons = 'share-2|trash|external-link|circle-x|lock|play|chevron-down'

const server = `http://localhost:${process.env.PORT ?? 8080}`

/** A file for each language with the texts whose path fits. */
const texts = (name: string, fitting: RegExp) => ({
  name: (path: string) => {
    const language = fitting.exec(path)?.[1]
    return language && `${name}.${language}`
  },
  debugName: name,
  priority: 5,
})

const config = mergeConfig(pageConfig(import.meta.dirname), {
  plugins: [errorTexts(), chatScript(), firstFiles(), workerScript()],
  // A substitute, in wouter, for what React itself has since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  build: {
    // One file of styles, which is put into the page; no part asks for it.
    cssCodeSplit: false,
    // From it bench/page/bytes.test.ts knows which files a page loads.
    manifest: true,
    rolldownOptions: {
      treeshake: {
        // It does not say so itself; without it the login page would load what makes a passkey, too.
        moduleSideEffects: [{ test: /@simplewebauthn[\\/]/, sideEffects: false }],
      },
      output: {
        // A few files that every page needs, instead of dozens of tiny ones that each cost a round trip on 3G. What
        // visitors' pages do not need is in files of its own: the login page is to be light.
        codeSplitting: {
          groups: [
            // One file for each language and first screen, where every slice would have its own.
            texts('texts', /(?:app|errors)\/texts\.(th|la|en)\.(?:json|visitor)$/),
            texts('home-texts', /slices\/(?:wallet|game)\/texts\.(th|la|en)\.json$/),
            {
              name: 'vendor',
              test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|wouter|regexparam)[\\/]/,
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
              // What both first screens need.
              name: 'common',
              test: /[\\/](refused|errors|error-text|reference|title|card|format|money|copy|eye|eye-off)\.(tsx?|mjs)$|icons[\\/]phone\.|web[\\/]live[\\/]|contract[\\/]events|howto-link/,
              minShareCount: 2,
              priority: 3,
            },
            {
              // What is typed into: the login page and, once it is opened, every sheet.
              name: 'forms',
              test: /[\\/](form-failure|use-form|problems|phone|digits|(password-|check-)?field)\.tsx?$/,
              minShareCount: 2,
              priority: 3,
            },
            {
              // After the login page; without it the picture on its button would bring all that members' pages share.
              name: 'passkey',
              test: /web[\\/]passkey[\\/]sign|icons[\\/]key-round\./,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'icons',
              test: new RegExp(`lucide-react/dist/esm/icons/(${laterIcons})\\.`),
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'member',
              test: /(member[\\/](app|ui)|web[\\/](api|ui))[\\/](?!.*(upload|carousel|slider|tween|live|capitals|dates|empty|select|code-field|texts|money[\\/]|outcome|html|banner|paged|page-links|paging|progress-bar|receipt|quick-amounts|money-|use-parts|use-frozen|save-file|figure|actions|unknown-outcome|unanswered|install|keep-app))|lucide-react[\\/]/,
              minShareCount: 3,
              priority: 1,
            },
            {
              // The dashboard: one file, instead of one for every part that another page has, too.
              name: 'home',
              test: new RegExp(
                `member/app/(home-page|home-parts|member-layout|queries|unanswered\\.|live|install|use-opened|use-wanted|sheets-ahead|tiles|pending-list)|member/ui/use-parts|member/slices/wallet/(balance|bank-line|invite-fig|last-ref|refresh|total-spoken|amount|hide|pending|wallet)|member/slices/game/(recent|credit|carousel-rooms|use-card)|icons/(${homeIcons})\\.`,
              ),
              priority: 0,
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
      '/r/': server,
      '/sandbox': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})

export default defineConfig(config)
