/** The look of a bank's slips. Names and logos are made up; only the codes of Thai banks are real. */
export interface SlipStyle {
  /**
   * The sign of the sending bank in the slip's code: three digits (those of Lao banks are made up), or the
   * bank or wallet whose codes have a form of their own.
   */
  qrCode: string
  /** The form of the slip's code: that of Thailand's banks, TrueMoney's, or BCEL's OneProof. */
  codeForm: 'bank' | 'truemoney' | 'oneproof'
  /** The country in the mini-QR; it also decides the language of the slip. */
  country: 'TH' | 'LA'
  title: string
  /** Colours of the head: where its gradient begins, where it ends, and of its text. */
  head: string
  headEnd: string
  onHead: string
  /** Colours of the background, the card, its text, and its less important text. */
  page: string
  card: string
  ink: string
  soft: string
  /** Position of the mini-QR, its width in pixels on a slip 1080 wide, and its colours. */
  qr: { place: 'left' | 'middle' | 'right'; size: number; paper: string; ink: string }
  /**
   * The mask of account numbers: `#` shows a digit, other characters are printed. Of a number with another
   * length only the last four digits are shown.
   */
  mask: string
  /** How a last name is shortened: its first letter alone, or followed by stars. */
  cut: 'letter' | 'stars' | 'dot'
  /** Whether an English title comes behind the name. */
  titleBehind?: true
  mark: 'drop' | 'leaf' | 'bird' | 'lotus' | 'knot' | 'coin' | 'champa'
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
    codeForm: 'bank',
    country: 'TH',
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
    codeForm: 'bank',
    country: 'TH',
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
    codeForm: 'bank',
    country: 'TH',
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
    codeForm: 'bank',
    country: 'TH',
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
    titleBehind: true,
    mark: 'lotus',
  },
  TMB: {
    qrCode: '011',
    codeForm: 'bank',
    country: 'TH',
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
    codeForm: 'bank',
    country: 'TH',
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
  BCEL: {
    qrCode: 'BCEL',
    codeForm: 'oneproof',
    country: 'LA',
    title: 'ທະນາຄານດອກຈຳປາ',
    head: '#a5121f',
    headEnd: '#d8343a',
    onHead: '#ffffff',
    page: '#f7eceb',
    card: '#ffffff',
    ink: '#3a1114',
    soft: '#8a6b6c',
    qr: qr('middle', 290),
    mask: '###xxxxxxxx####',
    cut: 'letter',
    mark: 'champa',
  },
  LDB: {
    qrCode: '802',
    codeForm: 'bank',
    country: 'LA',
    title: 'ທະນາຄານແມ່ນ້ຳຂອງ',
    head: '#0b4f8a',
    headEnd: '#1d8ac4',
    onHead: '#ffffff',
    page: '#0b4f8a',
    card: '#ffffff',
    ink: '#0f2a40',
    soft: '#637889',
    qr: qr('right', 260),
    mask: 'xxx-xx-xx-x####-xxx',
    cut: 'stars',
    mark: 'drop',
  },
  JDB: {
    qrCode: '803',
    codeForm: 'bank',
    country: 'LA',
    title: 'ທະນາຄານຊ້າງຄູ່',
    head: '#123a34',
    headEnd: '#c79a2b',
    onHead: '#ffffff',
    page: '#10231f',
    card: '#18302b',
    ink: '#f2f0e6',
    soft: '#a9b8ae',
    qr: qr('left', 260),
    mask: 'xxxxxxxxxx####',
    cut: 'dot',
    mark: 'knot',
  },
  APB: {
    qrCode: '804',
    codeForm: 'bank',
    country: 'LA',
    title: 'ທະນາຄານຮວງເຂົ້າຂຽວ',
    head: '#eef6e6',
    headEnd: '#cfe6b8',
    onHead: '#2a5d1f',
    page: '#dcebcb',
    card: '#fbfdf8',
    ink: '#1f3a17',
    soft: '#6e8464',
    qr: qr('right', 250),
    mask: 'xxxxxxxx####',
    cut: 'letter',
    mark: 'leaf',
  },
  // The payment wallet, whose slips are TrueMoney's.
  EWALLET: {
    qrCode: 'TRUEMONEY',
    codeForm: 'truemoney',
    country: 'TH',
    title: 'กระเป๋าส้มสุข',
    head: '#f47b20',
    headEnd: '#ffb05c',
    onHead: '#ffffff',
    page: '#fff4e8',
    card: '#ffffff',
    ink: '#46260a',
    soft: '#96765a',
    qr: qr('middle', 270),
    mask: 'xxx-xxx-####',
    cut: 'stars',
    mark: 'coin',
  },
}

const plain: SlipStyle = {
  qrCode: '999',
  codeForm: 'bank',
  country: 'TH',
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

/** The look of a bank's slips; a plain one for unknown banks. */
export const styleOf = (bank: string): SlipStyle => slipStyles[bank] ?? plain

/** An account number with the mask of a bank; a number that is masked already stays as it is. */
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

/** A name as a bank prints it, with only the first letter of the last name. */
export function cutName(bank: string, name: string): string {
  const behind = / (?:MRS|MISS|MR|MS)\.?$/.exec(name)?.[0] ?? ''
  const words = name
    .slice(0, name.length - behind.length)
    .trim()
    .split(/\s+/)
  const last = words.length > 1 ? words.pop() : undefined
  if (!last) return name.trim()
  const [first] = new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(last)
  // Two เ that were typed for one แ are one letter on the screen.
  const letter = /^เเ|^ເເ/.exec(last)?.[0] ?? first?.segment ?? ''
  const end = { letter: '', stars: '***', dot: '***' }[styleOf(bank).cut]
  return `${words.join(' ')} ${letter}${end}${behind}`
}
