import { i18n } from '@krapao/web/i18n/i18n.ts'
import { CircleHelp, type LucideIcon, Monitor, Smartphone, Tablet } from 'lucide-react'

/** What the server knows of a device: names of products, or nothing. */
export interface KnownDevice {
  browser: string | null
  system: string | null
}

type Kind = 'phone' | 'tablet' | 'computer'

/** By the systems that the server names (server/slices/account/history/user-agent.ts). */
const kinds: Record<string, Kind> = {
  Android: 'phone',
  iPhone: 'phone',
  iPad: 'tablet',
  Windows: 'computer',
  ChromeOS: 'computer',
  Mac: 'computer',
  Linux: 'computer',
}

const icons: Record<Kind, LucideIcon> = { phone: Smartphone, tablet: Tablet, computer: Monitor }

const kindOf = ({ system }: KnownDevice): Kind | undefined => (system ? kinds[system] : undefined)

export const deviceIcon = (device: KnownDevice): LucideIcon => {
  const kind = kindOf(device)
  return kind ? icons[kind] : CircleHelp
}

/** A device in people's words: "iPhone · LINE", "Windows computer · Chrome", "Unknown device". */
export function deviceName(device: KnownDevice): string {
  const { browser, system } = device
  const own = !system
    ? i18n.t('account.devices.unknown')
    : kindOf(device) === 'computer'
      ? i18n.t('account.devices.computer', { system })
      : system
  // The dot stays on the line of what it follows.
  return browser ? `${own}\u00a0· ${browser}` : own
}
