import type { Brand } from './brand.ts'

/**
 * The default brand, and the values that an operator's brand leaves out. No dependency: the browser uses this file too.
 */
export const ownBrand: Brand = {
  name: 'Krapao',
  variant: 'th',
  iframeMode: true,
  sportUrl: '',
  sportUrlLaos: '',
  pgSlotNotice: '',
  qrMinimum: { PAYTIMZ: 10, FP: 10 },
  truelinkSecret: 'krapao-gift-link',
  colours: {
    light: { accent: '#e0a526', onAccent: '#1c1a3a', ink: '#1c1a3a', surface: '#f6f5fa' },
    dark: { accent: '#f0bb45', onAccent: '#16142e', ink: '#f1eff8', surface: '#121026' },
  },
}
