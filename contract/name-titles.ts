/**
 * Titles and ranks that banks print with a name, by language; a name is compared without them (rules.md
 * §2.11). No dependency: the browser uses this file too.
 */

export interface Titles {
  /** Written in full: with a blank behind them, or joined to the name. */
  words: string
  /**
   * Like `words`, but names begin with them as well. Joined to a name, they may be a part of it, and prove
   * nothing.
   */
  ambiguous: string
  /** With their dots; banks leave out some or all, or put a blank behind each. */
  short: string
}

export const thaiTitles: Titles = {
  words: `
    นาย นาง นางสาว คุณ เด็กชาย เด็กหญิง คุณหญิง ท่านผู้หญิง
    นายแพทย์ แพทย์หญิง ทันตแพทย์ ทันตแพทย์หญิง เภสัชกร เภสัชกรหญิง สัตวแพทย์ สัตวแพทย์หญิง
    ดอกเตอร์ ศาสตราจารย์ รองศาสตราจารย์ ผู้ช่วยศาสตราจารย์ ว่าที่
    พลตำรวจเอก พลตำรวจโท พลตำรวจตรี พันตำรวจเอกพิเศษ พันตำรวจเอก พันตำรวจโท พันตำรวจตรี
    ร้อยตำรวจเอก ร้อยตำรวจโท ร้อยตำรวจตรี ดาบตำรวจ จ่าสิบตำรวจ
    สิบตำรวจเอก สิบตำรวจโท สิบตำรวจตรี พลตำรวจ
    จอมพล พลเอก พลโท พลตรี พลจัตวา พันเอกพิเศษ พันเอก พันโท พันตรี ร้อยเอก ร้อยโท ร้อยตรี
    จ่าสิบเอกพิเศษ จ่าสิบเอก จ่าสิบโท จ่าสิบตรี สิบเอก สิบโท สิบตรี พลทหาร พลฯ อาสาสมัครทหารพราน
    พลเรือเอก พลเรือโท พลเรือตรี นาวาเอกพิเศษ นาวาเอก นาวาโท นาวาตรี เรือเอก เรือโท เรือตรี
    พันจ่าเอก พันจ่าโท พันจ่าตรี จ่าเอก จ่าโท จ่าตรี
    พลอากาศเอก พลอากาศโท พลอากาศตรี นาวาอากาศเอกพิเศษ นาวาอากาศเอก นาวาอากาศโท นาวาอากาศตรี
    เรืออากาศเอก เรืออากาศโท เรืออากาศตรี พันจ่าอากาศเอก พันจ่าอากาศโท พันจ่าอากาศตรี
    จ่าอากาศเอก จ่าอากาศโท จ่าอากาศตรี นักเรียนนายสิบ นักเรียนนายร้อย นายกองเอก นายกองโท นายกองตรี
    นายหมวดเอก นายหมวดโท นายหมวดตรี
    หม่อมเจ้า หม่อมราชวงศ์ หม่อมหลวง พระองค์เจ้า
    พระครู พระครูใบฎีกา พระครูปลัด พระครูสมุห์ พระมหา พระอธิการ พระปลัด พระสมุห์ พระใบฎีกา พระภิกษุ
    สามเณร แม่ชี`,
  ambiguous: 'พระ หม่อม หญิง เณร ดร',
  short: `
    น.ส. ด.ช. ด.ญ. ดร. นพ. พญ. ทพ. ทพญ. ภก. ภญ. สพ. นสพ. สพญ. น.พ. พ.ญ. ท.พ. ท.พ.ญ. ภ.ก. ภ.ญ. น.สพ. สพ.ญ. ศ. รศ. ผศ. อ.
    พล.ต.อ. พล.ต.ท. พล.ต.ต. พ.ต.อ. พ.ต.ท. พ.ต.ต. ร.ต.อ. ร.ต.ท. ร.ต.ต. ด.ต. จ.ส.ต. ส.ต.อ. ส.ต.ท. ส.ต.ต.
    พล.อ. พล.ท. พล.ต. พล.จ. พ.อ. พ.ท. พ.ต. ร.อ. ร.ท. ร.ต. จ.ส.อ. จ.ส.ท. ส.อ. ส.ท. ส.ต. อส.ทพ.
    พล.ร.อ. พล.ร.ท. พล.ร.ต. น.อ. น.ท. น.ต. พ.จ.อ. พ.จ.ท. พ.จ.ต. จ.อ. จ.ท. จ.ต.
    พล.อ.อ. พล.อ.ท. พล.อ.ต. พ.อ.อ. พ.อ.ท. พ.อ.ต. นรต. นนร. นนส.
    ม.จ. ม.ร.ว. ม.ล.`,
}

export const laoTitles: Titles = {
  words: `
    ທ້າວ ນາງ ນາງສາວ ທ່ານ ທ່ານນາງ ນາຍ ເດັກຊາຍ ເດັກຍິງ ດອກເຕີ ສາດສະດາຈານ ຮອງສາດສະດາຈານ ວ່າທີ່
    ພົນເອກ ພົນໂທ ພົນຕີ ພົນຈັດຕະວາ ພັນເອກ ພັນໂທ ພັນຕີ ຮ້ອຍເອກ ຮ້ອຍໂທ ຮ້ອຍຕີ ສິບເອກ ສິບໂທ ສິບຕີ ພົນທະຫານ
    ສາມະເນນ ຍາພໍ່`,
  ambiguous: 'ພຣະ ພະ ຄູບາ ອາຈານ ເຈົ້າ ດຣ ປອ',
  short: `
    ທ. ນ. ນ.ສ. ດ.ຊ. ດ.ຍ. ດຣ. ປອ. ສຈ. ຮສ. ສ.ດຣ.
    ພົນ.ອ. ພົນ.ທ. ພົນ.ຕ. ພ.ຈ. ພ.ອ. ພ.ທ. ພ.ຕ. ຮ.ອ. ຮ.ທ. ຮ.ຕ. ສ.ອ. ສ.ທ. ສ.ຕ.`,
}

/** Latin ones stand alone, or have a dot. Several words are one title, and may have a dot each. */
export const latinTitles = {
  /** Civil ones. Some banks put them behind the name. */
  civil: ['MR', 'MRS', 'MISS', 'MS', 'MISTER', 'MASTER', 'MSTR', 'MX', 'MADAM', 'DR', 'PROF'],
  ranks: [
    ...['GEN', 'GENERAL', 'LT GEN', 'MAJ GEN', 'BRIG GEN', 'COL', 'COLONEL', 'LT COL', 'SPEC COL', 'MAJ'],
    ...['MAJOR', 'CAPT', 'CAPTAIN', 'CPT', 'LT', 'LIEUTENANT', '1ST LT', '2ND LT', 'FIRST LT', 'SECOND LT'],
    ...['FIRST LIEUTENANT', 'SECOND LIEUTENANT', 'SUB LT', 'SUB LIEUTENANT', 'SUB LT 1ST CLASS', 'SUBLT'],
    ...['SGT', 'SERGEANT', 'SSGT', 'MSGT', 'S SGT', 'M SGT', 'SGT MAJ', 'SEN SGT MAJ', 'SM1', 'SM2', 'SM3'],
    ...['CPL', 'CORPORAL', 'LANCE CPL', 'L CPL', 'PFC', 'PVT', 'PTE', 'PRIVATE', 'CONSTABLE', 'CONST'],
    ...['ADM', 'ADMIRAL', 'V ADM', 'VADM', 'VICE ADM', 'R ADM', 'RADM', 'REAR ADM', 'CDR', 'LCDR', 'LT CDR'],
    ...['LT JG', 'CPO', 'CPO1', 'CPO2', 'CPO3', 'PO1', 'PO2', 'PO3', 'CHIEF PETTY OFFICER', 'PETTY OFFICER'],
    ...['ACM', 'AVM', 'GP CAPT', 'WG CDR', 'SQN LDR', 'FLT LT', 'FLT SGT', 'FLG OFF', 'FG OFF', 'PLT OFF'],
    ...['GROUP CAPTAIN', 'WING COMMANDER', 'SQUADRON LEADER', 'FLIGHT LIEUTENANT', 'FLYING OFFICER'],
    ...[
      'PILOT OFFICER',
      'FS1',
      'FS2',
      'FS3',
      'MOM LUANG',
      'MOM RAJAWONGSE',
      'ASST PROF',
      'ASSOC PROF',
      'PHRA KHRU',
    ],
  ],
  /** Without their dots they are initials. */
  dotted: ['M R', 'M L', 'M C'],
  /** Before a rank or another title only: POL is a name as well. */
  before: ['ACTING', 'ACTG', 'ACT', 'POL', 'POLICE', 'SPECIAL', 'SPEC', 'SENIOR', 'SEN', 'SR'],
  /** These are names, too, most of them Thai and Lao ones. */
  ambiguous: ['KHUN', 'NAI', 'NANG', 'NANGSAO', 'NANG SAO', 'THAO', 'PHRA', 'MOM', 'AM', 'PO', 'REV'],
  /** Joined to a name they may be its beginning. */
  joined: ['MR', 'MRS', 'MISS', 'MS'],
}
