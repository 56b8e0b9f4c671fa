import { i18n } from '@krapao/web/i18n/i18n.ts'

/** A device in the words of its makers: "Chrome, Android". */
export const deviceName = ({ browser, system }: { browser: string | null; system: string | null }): string =>
  [browser, system].filter(Boolean).join(', ') || i18n.t('account.devices.unknown')
