import { addSeconds } from '../../platform/clock.ts'
import type { OperatorCaller } from '../../platform/http.ts'
import { hashPassword, hashToken, newToken } from '../account/public.ts'
import type { Context } from '../context.ts'
import { insertSession } from './session-store.ts'
import { insertOperator, type OperatorRow, revokeSession } from './store.ts'

/** The operators of the demo's desk (rules.md §16), and an auditor. */
const people: OperatorRow[] = [
  { id: 'demo-owner', email: 'owner@demo.test', name: 'สุดา เจ้าของระบบ', role: 'owner' },
  { id: 'demo-owner2', email: 'owner2@demo.test', name: 'ธนา เจ้าของระบบ', role: 'owner' },
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

/**
 * Has one of the demo's people act while the demo world is made. To act takes a living session; this one ends
 * with the act.
 */
export async function inDemoSession(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id: operatorId, name, role }: Pick<OperatorRow, 'id' | 'name' | 'role'>,
  act: (caller: OperatorCaller) => Promise<void>,
): Promise<void> {
  const now = clock.now()
  const sessionHash = hashToken(newToken())
  await insertSession(db, {
    hash: sessionHash,
    operatorId,
    browser: null,
    system: null,
    address: '',
    now,
    expiresAt: addSeconds(now, 3600),
  })
  try {
    await act({ operatorId, name, role, sessionHash })
  } finally {
    await revokeSession(db, sessionHash, clock.now())
  }
}
