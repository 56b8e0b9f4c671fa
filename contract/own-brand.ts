import type { Brand } from './brand.ts'

/**
 * The default brand, and the values that an operator's brand leaves out. No dependency: the browser uses this
 * file too.
 */
export const ownBrand: Brand = {
  name: 'Krapao',
  shortName: '',
  smsName: '',
  descriptions: {
    th: 'กระเป๋าสมาชิก ฝาก โอน และถอนเงินได้ในที่เดียว',
    la: 'ກະເປົາສະມາຊິກ ຝາກ ໂອນ ແລະ ຖອນເງິນໄດ້ໃນບ່ອນດຽວ',
    en: 'The member wallet: deposit, transfer and withdraw in one place',
  },
  variant: 'th',
  iframeMode: true,
  sportUrl: '',
  sportUrlLaos: '',
  pgSlotNotice: '',
  qrMinimum: { PAYTIMZ: 10, FP: 10 },
  truelinkSecret: 'krapao-gift-link',
  colours: {
    light: {
      accent: '#e0a526',
      onAccent: '#1c1a3a',
      ink: '#1c1a3a',
      surface: '#f6f5fa',
      card: '#ffffff',
      sunken: '#eceaf4',
      line: '#d9d6e6',
      link: '#4438b4',
      night: '#1f1b4d',
      nightDeep: '#14113a',
    },
    dark: {
      accent: '#f0bb45',
      onAccent: '#16142e',
      ink: '#f1eff8',
      surface: '#121026',
      card: '#1d1a38',
      sunken: '#262247',
      line: '#423d6b',
      link: '#b3abff',
      night: '#2a2563',
      nightDeep: '#1a1645',
    },
  },
  art: { mark: '', icon: '', hero: '', screenshots: [] },
}
