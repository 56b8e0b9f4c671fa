import type { Database } from './database.ts'

/** A payment to the house in the books of a bank or gateway. */
export interface Received {
  /** The number of the house account, or the gateway's code. */
  account: string
  /** The references of the payment: those on the slip and in the feed, or the gateway's event id. */
  references: string[]
  /** The sender's account number; empty at a gateway. */
  from: string
  amountMinor: number
  /** Whether our server accepted the report. */
  isReported: boolean
  isReturned: boolean
}

export interface Books {
  banks: Received[]
  gateways: Received[]
}

/** Reads the books of the bank and the gateways. @param database of the sandbox */
export async function readBooks(database: Pick<Database, 'query'>): Promise<Books> {
  const banks = await database.query<Received>(
    `select t.to_account_no as account, array_remove(array[t.reference, t.feed_reference], null) as references, t.from_account_no as "from",
       t.amount_minor as "amountMinor", t.delivered as "isReported", r.reference is not null as "isReturned"
     from sandbox.bank_transfer t left join sandbox.returned r on r.reference = t.reference order by t.created_at`,
    [],
  )
  const gateways = await database.query<Received>(
    `select p.gateway as account, array[p.event_id] as references, '' as "from", p.amount_minor as "amountMinor",
       p.delivered as "isReported", r.event_id is not null as "isReturned"
     from sandbox.qr_payment p left join sandbox.returned r on r.event_id = p.event_id order by p.created_at`,
    [],
  )
  return { banks, gateways }
}
