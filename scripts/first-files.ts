import { languages } from '@krapao/contract/languages.ts'
import { requestedWith } from '@krapao/contract/limits.ts'
import type { Plugin, Rolldown } from 'vite'

/** What a first screen needs beside the app's first script, by the endings of module names. */
export const firstScreens = {
  login: {
    modules: ['account/login-page.tsx'],
    texts: (language: string) => [
      `account/texts.${language}.json`,
      `errors/texts.${language}.visitor`,
      `frame/texts.${language}.json`,
    ],
  },
  home: {
    modules: ['app/member-layout.tsx', 'app/home-page.tsx', 'calls/queries.tsx'],
    texts: (language: string) => [
      `wallet/texts.${language}.json`,
      `game/texts.${language}.json`,
      `errors/texts.${language}.visitor`,
      `errors/texts.${language}.member`,
      `frame/texts.${language}.json`,
    ],
  },
}
type Screen = keyof typeof firstScreens

/**
 * The letters of each language (web/ui/fonts.css), each file with one letter of it; amounts have the sign of
 * baht or kip.
 */
const fontsOf: Record<string, Record<string, string>> = {
  th: { thai: '฿', latin: 'a' },
  la: { lao: '₭', latin: 'a' },
}
/** Of a language without letters of its own. */
const latin = { thai: '฿', latin: 'a' }

/** What the dashboard cannot be used without; the app takes the answers in place of its own first calls. */
const firstCalls = ['/api/wallet', '/api/wallet/pending']

/**
 * Lets the browser load the files of the first screen while the page's first script is still on its way,
 * which saves a slow phone two round trips: the page's own script, which says by address which screen comes,
 * names them by login and language. It asks for the dashboard's figures, too. The letters come last, but
 * mostly before the first text: drawn in another font first, the page would be laid out twice. Only on a slow
 * line the scripts need all of it, and the letters wait for the text.
 *
 * The styles are in the page: a slow line brings them while it would wait for the first answers to what the
 * script asked.
 */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const filesOf = (screen: Screen) => {
          const { modules, texts } = firstScreens[screen]
          return Object.fromEntries(
            languages.map((language) => [
              language,
              filesFor(bundle, [...modules, ...texts(language)]).map((name) => `/${name}`),
            ]),
          )
        }
        const files = { login: filesOf('login'), home: filesOf('home') }
        const fonts = Object.fromEntries(
          languages.map((language) => [
            language,
            Object.fromEntries(
              Object.entries(fontsOf[language] ?? latin).map(([name, letter]) => [
                `/${fontFile(bundle, name)}`,
                letter,
              ]),
            ),
          ]),
        )
        const scripts = [...html.matchAll(/<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g)]
        const addresses = scripts.map(([, address = '']) => address)
        return (
          scripts
            // Without a `rel` they load nothing, which the first script does; they say which release it is
            // (web/parts/entry.ts).
            .reduce(
              (page, [tag, address]) => page.replace(tag, `<link data-entry href="${address}" />`),
              html,
            )
            // Into the first script, which the browser runs before it has read anything else of the page.
            .replace('</script>', () => `${loadFirst(addresses, files, fonts)}</script>`)
            // Behind the start of the page, which has styles of its own and is drawn while these are on their
            // way.
            .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
            .replace(
              '</body>',
              () =>
                `  <style>${takeStyles(bundle)}</style>\n    <script>${startApp(addresses)}</script>\n  </body>`,
            )
        )
      },
    },
  }
}

/** The one file of styles, which is then no file of the build any more. */
function takeStyles(bundle: Rolldown.OutputBundle): string {
  const [file, ...others] = Object.values(bundle).filter(
    (output) => output.type === 'asset' && output.fileName.endsWith('.css'),
  )
  if (file?.type !== 'asset' || others.length > 0) throw new Error('the build has not one file of styles')
  delete bundle[file.fileName]
  return String(file.source).trim()
}

/** The files of these modules with all that they import, without those that the page loads anyway. */
export function filesFor(bundle: Rolldown.OutputBundle, endings: string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
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
  const file = Object.keys(bundle).find((path) => new RegExp(`^assets/${name}-.{8}\\.woff2$`).test(path))
  if (!file) throw new Error(`no file of the build is the font ${name}`)
  return file
}

/**
 * The page's script; the script before it has said which screen comes (`data-shape`, member/index.html). The
 * figures are asked for first of all: at a second visit they are what the app waits for. The files are asked
 * for at once where they are what is waited for: on a slow line, or where they take no time because the
 * browser has been here and has them. On a fast line a phone waits for its processor, so that they come after
 * the page's own start is seen with its picture, or a while later where the picture is slow. A browser that
 * refuses storage, or has none of the files, loads them later.
 * @param entries addresses of the app's first scripts
 * @param files by screen and language
 * @param fonts by language, each with a letter of it
 */
export const loadFirst = (
  entries: string[],
  files: Record<Screen, Record<string, string[]>>,
  fonts: Record<string, Record<string, string>>,
): string => `
{
  const { dataset, lang } = document.documentElement
  let language
  let wasHere = false
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
  const load = (href, how) => document.head.append(Object.assign(document.createElement('link'), { href }, how))
  const isSlow = /[23]g/.test(navigator.connection?.effectiveType)
  // The styles are at the page's end.
  const styled = new Promise((resolve) =>
    document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', resolve) : resolve())
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const file of [...${JSON.stringify(entries)}, ...(${JSON.stringify(files)}[dataset.shape]?.[language] ?? [])])
      load(file, { rel: 'modulepreload', crossOrigin: '' })
    if (!isSlow)
      for (const [file, letter] of Object.entries(${JSON.stringify(fonts)}[language] ?? {}))
        load(file, {
          rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', fetchPriority: 'low',
          // Made ready now: a text that asks for it is drawn in another font for a frame, and moves.
          onload: () => styled.then(() => document.fonts.load('1em Noto', letter)).catch(() => {}),
        })
  }
  if (wasHere || isSlow || document.hidden) start()
  else {
    setTimeout(start, ${patience})
    // The mark is in the page and is seen at once; the picture is larger, and comes by a request.
    const type = dataset.shape === 'page' ? 'paint' : 'largest-contentful-paint'
    new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name, size }) => name === 'first-contentful-paint' || size > 4096)) start()
    }).observe({ type })
  }
}
`

/** Milliseconds for which files wait until the page's start is seen. */
const patience = 300

/**
 * The page's last script: runs the app once the page's own start has been shown. Without it, a phone that has
 * the files already would work for a tenth of a second on the app before it shows anything. A page that is
 * not seen shows nothing, and does not wait. If one of the files is lost, the page offers to try again.
 * @param scripts the app's, in their order
 */
const startApp = (scripts: string[]): string => `
{
  const shown = new Promise((resolve) => {
    setTimeout(resolve, document.hidden ? 0 : ${patience})
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
  shown
    .then(() => ${scripts.map((address) => `import(${JSON.stringify(address)})`).join('.then(() => ')}${')'.repeat(scripts.length - 1)})
    .catch(() => { document.documentElement.dataset.start = 'failed' })
}
`
