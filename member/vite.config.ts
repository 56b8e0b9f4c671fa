import { languages } from '@krapao/contract/languages.ts'
import { defineConfig, mergeConfig, type Rolldown, type UserConfig } from 'vite'
import { chatScript } from '../scripts/chat-script.ts'
import { errorTexts } from '../scripts/error-texts.ts'
import { firstFiles } from '../scripts/first-files.ts'
import { type FirstModules, firstModules } from '../scripts/first-modules.ts'
import { workerScript } from '../scripts/worker-script.ts'
import { pageConfig } from '../web/build/page-config.ts'

/** Files that are there before any part is asked for, and before a part of the dashboard is. */
const loadedFirst = /\/(rolldown-runtime|vendor|shell)-/
const loadedWithHome = /\/(rolldown-runtime|vendor|shell|home|visitor|common|query)-/

const server = `http://localhost:${process.env.PORT ?? 8080}`

/** A file for each language with the texts of these folders. */
const texts = (name: string, folders: string) => ({
  name: (path: string) => {
    const language = languages.find((language) =>
      new RegExp(`(?:${folders})/texts\\.${language}\\.(?:json|visitor)$`).test(path),
    )
    return language && `${name}.${language}`
  },
  debugName: name,
  priority: 7,
})

/** What the build of the app and the question for its first modules have in common. */
const app = mergeConfig(pageConfig(import.meta.dirname), {
  plugins: [errorTexts()],
  // A substitute, in wouter, for what React itself has since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  build: {
    // One file of styles, which is put into the page; no part asks for it.
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake: {
        // It does not say so itself; without it the login page would load what makes a passkey, too.
        moduleSideEffects: [{ test: /@simplewebauthn[\\/]/, sideEffects: false }],
      },
    },
  },
} satisfies UserConfig)

/**
 * A few files that every page needs, instead of dozens of tiny ones that each cost a round trip on 3G. What
 * visitors' pages do not need is in files of its own: the login page is to be light.
 */
function groupsFor({ login, home, visitor }: FirstModules) {
  const isText = (id: string) => /texts\.\w+\.\w+$/.test(id)
  const inLogin = (id: string) => login.has(id) && !isText(id)
  const inHome = (id: string) => home.has(id) && !isText(id)
  return [
    // One file for each language and first screen, where every slice would have its own.
    texts('texts', 'frame|errors'),
    texts('home-texts', 'slices/wallet|slices/game'),
    {
      name: 'vendor',
      test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|wouter|regexparam)[\\/]/,
      priority: 6,
    },
    { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/, priority: 6 },
    // What every page needs.
    { name: 'shell', test: (id) => !id.endsWith('.html'), tags: ['$initial'], priority: 5 },
    // What both first screens need.
    { name: 'common', test: (id) => inLogin(id) && inHome(id), priority: 4 },
    // What is typed into: the login page and, once it is opened, every sheet.
    { name: 'forms', test: inLogin, minShareCount: 2, priority: 3 },
    // What visitors' other pages and the chat share with the dashboard.
    { name: 'visitor', test: (id) => inHome(id) && visitor.has(id), priority: 3 },
    // What the dashboard needs beside; most members come to other pages from it.
    { name: 'home', test: inHome, priority: 1 },
    // What no first screen needs: files that are needed together are one, because the first script names
    // every file of the app. Parts that share little do not load what only others need.
    {
      // A part that another one contains keeps a file of its own name.
      name: (id, context) => (context.getModuleInfo(id)?.dynamicImporters.length ? undefined : 'shared'),
      debugName: 'shared',
      test: (id) => !inLogin(id) && !inHome(id) && !isText(id),
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 500,
      priority: 0,
    },
  ] satisfies Rolldown.CodeSplittingGroup[]
}

const built = (first: FirstModules): UserConfig => ({
  plugins: [chatScript(), firstFiles(), workerScript()],
  build: {
    // From it bench/page/bytes.test.ts knows which files a page loads.
    manifest: true,
    modulePreload: {
      // What is there already need not stand in each part's list of files: the lists are loaded with the
      // first screens.
      resolveDependencies: (_part, files, { hostId }) => {
        const known = hostId.includes('/home-') ? loadedWithHome : loadedFirst
        return files.filter((file) => !known.test(file))
      },
    },
    rolldownOptions: {
      output: {
        // A shared file has a name of all that share it. The first screens carry some 170 of these names, and
        // a hash is what does not compress: 42 bits are enough to tell the files of all versions apart.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
        codeSplitting: { groups: groupsFor(first) },
      },
    },
  },
})

const served: UserConfig = {
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      '/r/': server,
      '/sandbox': server,
      '/socket.io': { target: server, ws: true },
    },
  },
}

export default defineConfig(async ({ command }) =>
  mergeConfig(app, command === 'build' ? built(await firstModules(app)) : served),
)
