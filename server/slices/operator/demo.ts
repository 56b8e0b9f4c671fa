import { hashPassword } from '../account/public.ts'
import type { Context } from '../context.ts'
import { insertOperator, type OperatorRow } from './store.ts'

/** The operators of the demo's desk (rules.md §16), and an auditor. */
const people: OperatorRow[] = [
  { id: 'demo-owner', email: 'owner@demo.test', name: 'สุดา เจ้าของระบบ', role: 'owner' },
  { id: 'demo-cashier', email: 'cashier@demo.test', name: 'อนงค์ การเงิน', role: 'cashier' },
  { id: 'demo-cashier2', email: 'cashier2@demo.test', name: 'พิมพ์ การเงิน', role: 'cashier' },
  { id: 'demo-support', email: 'support@demo.test', name: 'ปกรณ์ ดูแลลูกค้า', role: 'support' },
  { id: 'demo-auditor', email: 'auditor@demo.test', name: 'วิชัย ตรวจสอบ', role: 'auditor' },
]

/** Makes the demo's operators, all with the password `krapao-demo`; those that exist stay as they are. */
export async function insertDemoOperators(context: Context): Promise<void> {
  const now = context.clock.now()
  for (const person of people) {
    await insertOperator(context.db, { ...person, passwordHash: await hashPassword('krapao-demo') }, now)
  }
}
