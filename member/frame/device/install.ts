import { local } from '@krapao/web/storage/stored.ts'
import { hadInstallQuestion, takeInstallQuestion } from './install-question.ts'

/** The offer to install the app on the phone's home screen: when it is made, and how. */

/**
 * `ask`: the browser asks on the app's request. `by-share`: on an iPhone the person uses the browser's share
 * button. `by-menu`: elsewhere by the browser's menu, if the browser does not ask after all.
 */
export type InstallWay = 'ask' | 'by-share' | 'by-menu'

export interface InstallHistory {
  /** The days on which this browser showed the dashboard, the first few of them. */
  days: string[]
  /** Whether a deposit was credited here. */
  hasDeposited: boolean
  isPutAway: boolean
}

const key = 'install'
/** Visits on this many days show that the app is wanted. */
const enoughDays = 3

/** How this browser could install the app; undefined if it cannot, or has. */
export function installWay(): InstallWay | undefined {
  if (matchMedia('(display-mode: standalone)').matches) return undefined
  if (hadInstallQuestion()) return 'ask'
  return /iPhone|iPad/.test(navigator.userAgent) ? 'by-share' : undefined
}

/** Whether the person has used the app enough to be asked, and has not said no. */
export const isInstallDue = ({ days, hasDeposited, isPutAway }: InstallHistory): boolean =>
  !isPutAway && (hasDeposited || days.length >= enoughDays)

export function installHistory(): InstallHistory {
  try {
    const { days, hasDeposited, isPutAway } = JSON.parse(local.read(key) ?? '{}') ?? {}
    return {
      days: Array.isArray(days) ? days : [],
      hasDeposited: hasDeposited === true,
      // A browser that keeps nothing would be asked at every visit.
      isPutAway: isPutAway === true || !local.keeps(),
    }
  } catch {
    // An entry of something else.
    return { days: [], hasDeposited: false, isPutAway: true }
  }
}

const remember = (changes: Partial<InstallHistory>): void =>
  void local.keep(key, JSON.stringify({ ...installHistory(), ...changes }))

export function noteVisit(now = new Date()): void {
  const { days } = installHistory()
  const today = now.toISOString().slice(0, 10)
  if (days.length < enoughDays && !days.includes(today)) remember({ days: [...days, today] })
}

export const noteDeposit = (): void => remember({ hasDeposited: true })

export const putInstallAway = (): void => remember({ isPutAway: true })

/** Has the browser ask; to be called by a press. @returns false if it does not ask any more */
export async function install(): Promise<boolean> {
  const question = await takeInstallQuestion()
  if (!question) return false
  putInstallAway()
  await question.prompt()
  return true
}
