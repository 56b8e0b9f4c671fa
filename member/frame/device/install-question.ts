import { local } from '@krapao/web/storage/stored.ts'

/** Chromium's own question whether to install the app, which a page may keep for a better moment. */
interface InstallQuestion extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const key = 'asks-to-install'
/** Milliseconds. A press of a button lets a page ask for five seconds. */
const patience = 4000

let question: InstallQuestion | undefined
/** Set while somebody waits for it. */
let arrived: ((question: InstallQuestion) => void) | undefined

function remember(asks: boolean): void {
  if (asks) local.keep(key, 'yes')
  else local.remove(key)
}

/**
 * Keeps the question, which comes once a page. Apart from `install.ts`, because the first script has this.
 */
export function keepInstallQuestion(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    question = event as InstallQuestion
    remember(true)
    arrived?.(question)
  })
  addEventListener('appinstalled', () => remember(false))
}

/**
 * Whether this browser had the question, on this page or an earlier one. It comes at any time after the page,
 * too late to decide by it alone what the page shows.
 */
export const hadInstallQuestion = (): boolean => local.read(key) === 'yes'

/** The question, to be asked once, which may be on its way still; undefined if it does not come any more. */
export async function takeInstallQuestion(): Promise<InstallQuestion | undefined> {
  const taken =
    question ??
    (await new Promise<InstallQuestion | undefined>((resolve) => {
      arrived = resolve
      setTimeout(resolve, patience)
    }))
  question = arrived = undefined
  if (!taken) remember(false)
  return taken
}
