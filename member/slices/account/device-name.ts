import i18next from 'i18next'

/** A device in the words of its makers: "Chrome, Android". */
export const deviceName = ({ browser, system }: { browser: string | null; system: string | null }): string =>
  [browser, system].filter(Boolean).join(', ') || i18next.t('account.devices.unknown')
