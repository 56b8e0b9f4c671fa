import type { Currency } from '@krapao/contract/money.ts'
import type { CampaignContent } from '@krapao/contract/slices/campaign/content.ts'
import { balance, type DemoWorld, html, noWords, turnover, words } from './parts.ts'
import { demoWheel } from './wheel.ts'

/** What the operator of the demo world offers its members. */

interface Made {
  code: string
  content: CampaignContent
}

export const demoCampaigns = (world: DemoWorld): Made[] => [
  ...bonuses(world),
  promotion(world.currency, 'KRAPAO50', world.money(50), 500, 50),
  promotion(world.currency, 'LUCKY88', world.money(88), 100, null),
  ...losses(world),
  { code: world.currency, content: demoWheel(world) },
]

const bonuses = ({ currency, money, images }: DemoWorld): Made[] => [
  {
    code: 'WELCOME20',
    content: {
      kind: 'bonus',
      currency,
      title: words('ต้อนรับสมาชิกใหม่ 20%', 'ຕ້ອນຮັບສະມາຊິກໃໝ່ 20%', 'Welcome, 20% on top'),
      description: html(
        'รับเพิ่ม <strong>20%</strong> ของยอดฝากครั้งถัดไป ยอดเทิร์นครบห้าเท่าแล้วเงินเป็นของคุณ',
        'ຮັບເພີ່ມ <strong>20%</strong> ຂອງຍອດຝາກຄັ້ງຕໍ່ໄປ ຍອດເທີນຄົບຫ້າເທົ່າແລ້ວເງິນເປັນຂອງທ່ານ',
        'Get <strong>20%</strong> on top of your next deposit. Once you have wagered five times the sum, it is yours.',
      ),
      banners: [{ image: images.lanterns, html: noWords }],
      type: 'limit',
      maxReceived: 1,
      credit: { kind: 'deposit', minDeposit: money(100), percent: 20, maxBonus: money(500) },
      budget: money(50_000),
      maxTotal: money(50),
      condition: turnover,
    },
  },
  {
    code: 'DAILY10',
    content: {
      kind: 'bonus',
      currency,
      title: words('ฝากแรกของวัน 10%', 'ຝາກທຳອິດຂອງມື້ 10%', 'First deposit of the day, 10%'),
      description: html(
        'รับได้วันละครั้ง ทำยอดรวมให้ถึงสองเท่าแล้วถอนได้',
        'ຮັບໄດ້ມື້ລະຄັ້ງ ເຮັດຍອດລວມໃຫ້ຮອດສອງເທົ່າແລ້ວຖອນໄດ້',
        'Once a day. Double your balance, and you can withdraw it.',
      ),
      banners: [{ image: images.coins, html: noWords }],
      type: 'day',
      maxReceived: 1,
      credit: { kind: 'deposit', minDeposit: money(200), percent: 10, maxBonus: money(300) },
      budget: null,
      maxTotal: money(50),
      condition: balance,
    },
  },
  {
    code: 'HELLO50',
    content: {
      kind: 'bonus',
      currency,
      title: words('เครดิตฟรีประจำสัปดาห์', 'ເຄຣດິດຟຣີປະຈຳອາທິດ', 'Free credit of the week'),
      description: html(
        'รับทันทีสัปดาห์ละครั้ง ไม่ต้องฝาก',
        'ຮັບທັນທີອາທິດລະຄັ້ງ ບໍ່ຕ້ອງຝາກ',
        'Once a week and at once, without a deposit.',
      ),
      banners: [],
      type: 'week',
      maxReceived: 1,
      credit: { kind: 'free', amount: money(50) },
      budget: money(20_000),
      maxTotal: money(5),
      condition: { ...balance, percentSuccess: 500, maxCashOut: money(500) },
    },
  },
]

function promotion(
  currency: Currency,
  code: string,
  amount: number,
  uses: number,
  usesPerDay: number | null,
): Made {
  const content: CampaignContent = {
    kind: 'promotion',
    currency,
    title: words(`โค้ด ${code}`, `ໂຄ້ດ ${code}`, `Code ${code}`),
    description: html('ใช้ได้หนึ่งครั้งต่อสมาชิก', 'ໃຊ້ໄດ້ໜຶ່ງຄັ້ງຕໍ່ສະມາຊິກ', 'Once for each member.'),
    amount,
    uses,
    usesPerDay,
    condition: balance,
  }
  return { code, content }
}

const losses = ({ currency, money, images }: DemoWorld): Made[] => [
  {
    code: currency,
    content: {
      kind: 'invite',
      currency,
      percent: 5,
      min: money(1),
      max: money(5000),
      banners: [{ image: images.friends, html: noWords }],
      info: html(
        'รับ 5% ของยอดเสียรายวันของเพื่อนที่คุณชวน คิดยอดทุกเที่ยงคืน',
        'ຮັບ 5% ຂອງຍອດເສຍລາຍວັນຂອງໝູ່ທີ່ທ່ານຊວນ ຄິດຍອດທຸກທ່ຽງຄືນ',
        'You receive 5% of what your friends lost in a day, calculated at midnight.',
      ),
      condition: balance,
    },
  },
  {
    code: currency,
    content: {
      kind: 'refund',
      currency,
      percent: 10,
      min: money(5),
      max: money(10_000),
      banners: [],
      info: html(
        'คืน 10% ของยอดเสียในแต่ละวัน ไม่รวมยอดที่เล่นด้วยโบนัส',
        'ຄືນ 10% ຂອງຍອດເສຍໃນແຕ່ລະມື້ ບໍ່ລວມຍອດທີ່ຫຼິ້ນດ້ວຍໂບນັດ',
        '10% of each day’s losses comes back. Losses of bonus money do not count.',
      ),
      condition: { ...balance, percentSuccess: 120 },
    },
  },
]
