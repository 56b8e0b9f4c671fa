import { requestedWith } from '@krapao/contract/limits.ts'
import type { Plugin, Rolldown } from 'vite'

/** What a first screen needs beside the app's first script, by the endings of module names. */
export const firstScreens = {
  login: (language: string) => [
    'account/login-page.tsx',
    `account/texts.${language}.json`,
    `errors/texts.${language}.visitor`,
    `app/texts.${language}.json`,
  ],
  home: (language: string) => [
    'app/member-layout.tsx',
    'app/home-page.tsx',
    'app/queries.tsx',
    `wallet/texts.${language}.json`,
    `game/texts.${language}.json`,
    `errors/texts.${language}.visitor`,
    `errors/texts.${language}.member`,
    `app/texts.${language}.json`,
  ],
}
type Screen = keyof typeof firstScreens

/** The letters of each language (web/ui/fonts.css); amounts have the sign of baht or kip. */
const fontsOf: Record<string, string[]> = {
  th: ['thai', 'latin'],
  la: ['lao', 'latin'],
  en: ['thai', 'latin'],
}

/** What the dashboard cannot be used without; the app takes the answers in place of its own first calls. */
const firstCalls = ['/api/wallet', '/api/wallet/pending']

export const languages = ['th', 'la', 'en']

/**
 * Lets the browser load the files of the first screen while the page's first script is still on its way, which saves a
 * slow phone two round trips: a small script in the page names them, by address, login and language. It asks for the
 * dashboard's figures, too. The letters come last, but mostly before the first text: drawn in another font first, the
 * page would be laid out twice. Only on a slow line the scripts need all of it, and the letters wait for the text.
 */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const filesOf = (screen: Screen) =>
          Object.fromEntries(
            languages.map((language) => [language, filesFor(bundle, firstScreens[screen](language))]),
          )
        const files = { login: filesOf('login'), home: filesOf('home') }
        const fonts = Object.fromEntries(
          languages.map((language) => [
            language,
            fontsOf[language]?.map((name) => fontFile(bundle, name)) ?? [],
          ]),
        )
        const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        const scripts = [...html.matchAll(/<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g)]
        return (
          scripts
            .reduce(
              (page, [tag, address]) =>
                // Without a `rel` it loads nothing yet; the script gives it one.
                page.replace(tag, `<link data-entry crossorigin href="${address}" />`),
              html,
            )
            .replace('</head>', () => `  <script>${loadFirst(files, fonts)}</script>\n  </head>`)
            // The start of the page has styles of its own and is drawn while these are on their way; the app waits for
            // them.
            .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
            .replace(
              '</body>',
              () =>
                `  ${sheets.join('\n    ')}\n    <script>${startApp(scripts.map(([, address = '']) => address))}</script>\n  </body>`,
            )
        )
      },
    },
  }
}

/** The files of these modules with all that they import, without those that the page loads anyway. */
export function filesFor(bundle: Rolldown.OutputBundle, endings: string[]): string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const loaded = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk | undefined, into: Set<string>) => {
    if (!chunk || into.has(chunk.fileName) || loaded.has(chunk.fileName)) return
    into.add(chunk.fileName)
    for (const name of chunk.imports) {
      add(
        chunks.find(({ fileName }) => fileName === name),
        into,
      )
    }
  }
  for (const chunk of chunks.filter(({ isEntry }) => isEntry)) add(chunk, loaded)
  const wanted = new Set<string>()
  for (const ending of endings) {
    const chunk = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.endsWith(`/${ending}`) || id === `\0${ending}`),
    )
    if (!chunk) throw new Error(`no file of the build has ${ending}`)
    add(chunk, wanted)
  }
  return [...wanted]
}

function fontFile(bundle: Rolldown.OutputBundle, name: string): string {
  const file = Object.keys(bundle).find((one) => new RegExp(`^assets/${name}-.{8}\\.woff2$`).test(one))
  if (!file) throw new Error(`no file of the build is the font ${name}`)
  return file
}

/**
 * The page's script; the one before it has said which screen comes (`data-shape`, member/index.html). The files are asked
 * for at once where they are what is waited for: on a slow line, or where they take no time because the browser has been
 * here and has them. On a fast line a phone waits for its processor, so that they come after the first frame. A browser
 * that refuses storage, or has none of the files, loads them later.
 * @param files by screen and language
 * @param fonts by language
 */
export const loadFirst = (
  files: Record<Screen, Record<string, string[]>>,
  fonts: Record<string, string[]>,
): string => `
{
  const { dataset, lang } = document.documentElement
  const load = (href, how) => document.head.append(Object.assign(document.createElement('link'), { href }, how))
  const isSlow = /[23]g/.test(navigator.connection?.effectiveType)
  let language
  let wasHere = false
  const start = () => {
    for (const entry of document.querySelectorAll('link[data-entry]')) entry.rel = 'modulepreload'
    for (const file of ${JSON.stringify(files)}[dataset.shape]?.[language] ?? [])
      load('/' + file, { rel: 'modulepreload', crossOrigin: '' })
    if (!isSlow)
      for (const file of ${JSON.stringify(fonts)}[language] ?? [])
        load('/' + file, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', fetchPriority: 'low' })
  }
  try {
    const chosen = localStorage.getItem('locale')
    language = chosen ?? (lang === 'lo' ? 'la' : 'th')
    wasHere = chosen !== null
    const token = sessionStorage.getItem('token') ?? localStorage.getItem('token')
    if (dataset.shape === 'home' && token) {
      const headers = { authorization: 'Bearer ' + token, 'x-requested-with': ${JSON.stringify(requestedWith)} }
      const calls = new Map()
      for (const path of ${JSON.stringify(firstCalls)}) {
        const abort = new AbortController()
        const answer = fetch(path, { headers, signal: abort.signal })
        answer.catch(() => {})
        calls.set(path, { answer, abort })
      }
      globalThis.firstCalls = { token, calls }
    }
  } catch {}
  if (wasHere || isSlow || document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
}
`

/**
 * The page's last script: runs the app once the page's own start has been shown and the app's styles are there. Without
 * it, a phone that has the files already would work for a tenth of a second on the app before it shows anything. A page
 * that is not seen shows nothing, and does not wait. If one of the files is lost, the page offers to try again.
 * @param scripts the app's, in their order
 */
const startApp = (scripts: string[]): string => `
{
  const shown = new Promise((resolve) => {
    setTimeout(resolve, document.hidden ? 0 : 300)
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
  const sheet = document.querySelector('link[rel="stylesheet"]')
  const styled = new Promise((resolve, reject) => {
    // A file that was lost before this script ran has left an empty sheet.
    const end = () => (sheet.sheet.cssRules.length > 0 ? resolve() : reject())
    if (sheet.sheet) end()
    else [sheet.onload, sheet.onerror] = [end, reject]
  })
  Promise.all([shown, styled])
    .then(() => ${scripts.map((address) => `import(${JSON.stringify(address)})`).join('.then(() => ')}${')'.repeat(scripts.length - 1)})
    .catch(() => { document.documentElement.dataset.start = 'failed' })
}
`
