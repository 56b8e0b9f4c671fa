/** What people find a bank by at a glance: its colour, and the short name that they call it by. */
export interface Mark {
  short: string
  ground: string
  ink: string
}

const white = '#ffffff'

/** Colours near those of the banks, dark enough for white letters or light enough for dark ones. */
const marks: Partial<Record<string, Mark>> = {
  SCB: { short: 'SCB', ground: '#4e2e7f', ink: white },
  KBANK: { short: 'KBANK', ground: '#0b7a34', ink: white },
  KTB: { short: 'KTB', ground: '#0a73a8', ink: white },
  BBL: { short: 'BBL', ground: '#1e4598', ink: white },
  GSB: { short: 'GSB', ground: '#c4157e', ink: white },
  TMB: { short: 'ttb', ground: '#0a4fa3', ink: white },
  BAY: { short: 'BAY', ground: '#f5c12e', ink: '#3d2b00' },
  BCEL: { short: 'BCEL', ground: '#b8142a', ink: white },
  LDB: { short: 'LDB', ground: '#0b4f8a', ink: white },
  JDB: { short: 'JDB', ground: '#7a1f5c', ink: white },
  APB: { short: 'APB', ground: '#1f6b2e', ink: white },
  LAOQR: { short: 'QR', ground: '#b3261e', ink: white },
  EWALLET: { short: 'W', ground: '#b84a00', ink: white },
  PROMPTPAY: { short: 'PP', ground: '#123a6b', ink: white },
}

/** The mark of a bank or gateway; one without a colour of its own has its code in grey. */
export const markOf = (code: string): Mark =>
  (Object.hasOwn(marks, code) ? marks[code] : undefined) ?? {
    short: code.slice(0, 5),
    ground: '#56547a',
    ink: white,
  }

export const markedBanks = Object.keys(marks)
