import type { CampaignContent, WheelSlice, Words } from '@krapao/contract/slices/campaign/content.ts'
import { balance, type DemoWorld, html, noWords, words } from './parts.ts'

/** The wheel of the demo: eight slices, two of them with a stock. */
export function demoWheel({ currency, money }: DemoWorld): CampaignContent {
  const slice = (
    code: string,
    label: Words,
    bgColor: string,
    weight: number,
    prize: WheelSlice['prize'],
    stock: number | null = null,
  ): WheelSlice => ({
    code,
    label,
    bgColor,
    textColor: '#ffffff',
    htmlDescription: noWords,
    weight,
    stock,
    prize,
  })
  const credit = (baht: number) => ({ kind: 'CREDIT' as const, amount: money(baht), condition: balance })
  const amount = (baht: number): Words => {
    const figure = money(baht).toLocaleString('en-US')
    const unit = currency === 'THB' ? ['บาท', 'ບາດ', 'baht'] : ['กีบ', 'ກີບ', 'kip']
    return words(`${figure} ${unit[0]}`, `${figure} ${unit[1]}`, `${figure} ${unit[2]}`)
  }
  const nothing = words('ไม่ได้รางวัล', 'ບໍ່ໄດ້ລາງວັນ', 'No prize')
  return {
    kind: 'wheel',
    currency,
    name: words('วงล้อกระเป๋า', 'ວົງລໍ້ກະເປົາ', 'The Krapao wheel'),
    description: html(
      'ฝากครบตามกำหนดได้หนึ่งเหรียญ หนึ่งเหรียญหมุนได้หนึ่งครั้ง',
      'ຝາກຄົບຕາມກຳນົດໄດ້ໜຶ່ງຫຼຽນ ໜຶ່ງຫຼຽນໝຸນໄດ້ໜຶ່ງຄັ້ງ',
      'Deposits earn coins, and a coin spins the wheel once.',
    ),
    slices: [
      slice('NONE', nothing, '#56547a', 40, { kind: 'NONE' }),
      slice('C10', amount(10), '#1f1b4d', 25, credit(10)),
      slice('COIN1', words('1 เหรียญ', '1 ຫຼຽນ', '1 coin'), '#7a4f00', 15, { kind: 'COIN', coins: 1 }),
      slice('C50', amount(50), '#4438b4', 8, credit(50)),
      slice('COIN3', words('3 เหรียญ', '3 ຫຼຽນ', '3 coins'), '#7a4f00', 6, { kind: 'COIN', coins: 3 }),
      slice('BONUS', words('โบนัสรายวัน', 'ໂບນັດລາຍວັນ', 'Daily bonus'), '#0f6b3f', 4, {
        kind: 'BONUS',
        code: 'DAILY10',
      }),
      slice('C500', amount(500), '#4438b4', 1, credit(500), 20),
      slice('SHIRT', words('เสื้อยืด', 'ເສື້ອຢືດ', 'T-shirt'), '#b3261e', 1, { kind: 'ITEM' }, 10),
    ],
    fallback: 'NONE',
    couponDays: 30,
  }
}
