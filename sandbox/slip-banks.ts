/** How a bank's slips look and what it prints on them. The names and marks are made up; only the codes are real. */
export interface SlipStyle {
  /** The sending bank in a slip's mini-QR, three digits. */
  qrCode: string
  title: string
  /** Colours: of the head, its end, and what is written on it. */
  head: string
  headEnd: string
  onHead: string
  /** Behind the card, the card itself, and its writing. */
  page: string
  card: string
  ink: string
  soft: string
  /** Where the mini-QR stands, and how wide it is in pixels of a slip 1080 wide. */
  qr: { place: 'left' | 'middle' | 'right'; size: number; paper: string; ink: string }
  /** How account numbers are shown: `#` is a digit, everything else is printed. Of other lengths the last four. */
  mask: string
  /** How the last name is cut off. */
  cut: 'letter' | 'stars' | 'dot'
  mark: 'drop' | 'leaf' | 'bird' | 'lotus' | 'knot' | 'coin'
}

const qr = (place: SlipStyle['qr']['place'], size: number, paper = '#ffffff', ink = '#000000') => ({
  place,
  size,
  paper,
  ink,
})

export const slipStyles: Record<string, SlipStyle> = {
  SCB: {
    qrCode: '014',
    title: 'ธนาคารสายน้ำ',
    head: '#4b2a82',
    headEnd: '#7a4fc0',
    onHead: '#ffffff',
    page: '#ece7f6',
    card: '#ffffff',
    ink: '#241a3a',
    soft: '#776e8c',
    qr: qr('middle', 300),
    mask: 'xxx-xxx###-#',
    cut: 'letter',
    mark: 'drop',
  },
  KBANK: {
    qrCode: '004',
    title: 'ธนาคารรวงข้าว',
    head: '#ffffff',
    headEnd: '#dff3e4',
    onHead: '#0c6b37',
    page: '#d5eedb',
    card: '#ffffff',
    ink: '#15301f',
    soft: '#6b8073',
    qr: qr('right', 250),
    mask: 'xxx-x-x####-x',
    cut: 'letter',
    mark: 'leaf',
  },
  KTB: {
    qrCode: '006',
    title: 'ธนาคารนกน้อย',
    head: '#0aa4dd',
    headEnd: '#57c8ee',
    onHead: '#ffffff',
    page: '#f3fafd',
    card: '#f3fafd',
    ink: '#10394a',
    soft: '#64838f',
    qr: qr('right', 280, '#f3fafd', '#10394a'),
    mask: 'xxx-x-xx###-#',
    cut: 'stars',
    mark: 'bird',
  },
  BBL: {
    qrCode: '002',
    title: 'ธนาคารบัวหลวงทอง',
    head: '#1a3f9c',
    headEnd: '#10296b',
    onHead: '#ffffff',
    page: '#1a3f9c',
    card: '#ffffff',
    ink: '#13214a',
    soft: '#6a7391',
    qr: qr('left', 270),
    mask: '###-#-xxx###',
    cut: 'letter',
    mark: 'lotus',
  },
  TMB: {
    qrCode: '011',
    title: 'ธนาคารสองสาย',
    head: '#0f2f57',
    headEnd: '#f26b21',
    onHead: '#ffffff',
    page: '#16202e',
    card: '#1f2b3b',
    ink: '#eef3f9',
    soft: '#9fb0c4',
    qr: qr('middle', 260),
    mask: 'xxx-x-xx###-#',
    cut: 'dot',
    mark: 'knot',
  },
  GSB: {
    qrCode: '030',
    title: 'ธนาคารกระปุกดิน',
    head: '#ee4b92',
    headEnd: '#f79ac2',
    onHead: '#ffffff',
    page: '#fff1f7',
    card: '#ffffff',
    ink: '#45182d',
    soft: '#95707f',
    qr: qr('left', 240),
    mask: 'xxxxxxxx####',
    cut: 'letter',
    mark: 'coin',
  },
}

const plain: SlipStyle = {
  qrCode: '999',
  title: 'ธนาคาร',
  head: '#3d4650',
  headEnd: '#68747f',
  onHead: '#ffffff',
  page: '#eef0f2',
  card: '#ffffff',
  ink: '#20262c',
  soft: '#737c85',
  qr: qr('right', 260),
  mask: 'xxx-x-x####-x',
  cut: 'letter',
  mark: 'coin',
}

/** The look of a bank's slips; a plain one for banks that are not known. */
export const styleOf = (bank: string): SlipStyle => slipStyles[bank] ?? plain

/** An account number as its bank prints it; one that is masked already stays as it is. */
export function maskAccountNo(bank: string, accountNo: string): string {
  if (/[xX*]/.test(accountNo)) return accountNo
  const digits = accountNo.replace(/\D/g, '')
  const { mask } = styleOf(bank)
  if (mask.replaceAll('-', '').length !== digits.length) {
    return 'x'.repeat(Math.max(digits.length - 4, 0)) + digits.slice(-4)
  }
  let at = 0
  return mask.replace(/[^-]/g, (sign) => {
    const digit = digits[at++] ?? ''
    return sign === '#' ? digit : sign
  })
}

/** A name as a bank prints it: of the last name only the beginning. */
export function cutName(bank: string, name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.pop() : undefined
  if (!last) return name.trim()
  const [first] = new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(last)
  const end = { letter: '', stars: '***', dot: '***' }[styleOf(bank).cut]
  return `${words.join(' ')} ${first?.segment ?? ''}${end}`
}
