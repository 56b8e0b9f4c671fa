/** What the sandbox's server answers to its page, where the shape is more than a few fields. */

/** A transfer as the bank shows it; `amount` in its currency, `answer` is our server's word on the report. */
export interface BankTransfer {
  reference: string
  fromName: string
  toBank: string
  toAccountNo: string
  amount: number
  currency: string
  at: string
  feed: boolean
  delivered: boolean
  answer: string | null
}

/** A payout as the bank shows it; `amount` in baht or kip, `asked`: how often our server asked to pay it. */
export interface Payout {
  payoutId: string
  bankCode: string
  accountNo: string
  accountName: string
  amount: number
  currency: string
  status: 'SUCCESS' | 'REFUSED'
  reason: string | null
  asked: number
  createdAt: string
}
