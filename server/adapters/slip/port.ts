/**
 * Looks up bank transfers by the mini-QR of their slip, which contains only bank and reference (rules.md
 * §5.1).
 */
export interface SlipPort {
  /** Never throws. */
  lookUp(slip: SlipInquiry): Promise<SlipLookUp>
}

export interface SlipInquiry {
  /** The form of its code: that of Thailand's banks, TrueMoney's, or BCEL's OneProof. */
  kind: 'bank' | 'truemoney' | 'oneproof'
  /** The sending bank as in the QR, three digits; the wallet or bank whose form it is, TRUEMONEY or BCEL. */
  bankCode: string
  reference: string
}

/** `reference`: the verifier's own number of its answer, where it gives one. */
export type SlipLookUp = { reference?: string } & (
  | { outcome: 'found'; transfer: SlipTransfer }
  /** The bank knows no such transfer. */
  | { outcome: 'unknown' }
  /** The bank does not know it yet; to be asked again. */
  | { outcome: 'pending' }
  /** The verifier cannot be asked about slips of this kind. */
  | { outcome: 'unsupported' }
  /** Time-out, 5xx or invalid answer; to be asked again. */
  | { outcome: 'uncertain'; reason: string }
)

/** A transfer as the sending bank reports it. Numbers may be masked (x, X, *), names may be cut off. */
export interface SlipTransfer {
  amountMinor: number
  sentAt: Date
  from: SlipParty
  to: SlipParty
}

export interface SlipParty {
  /** Bank code as in product.md §3: SCB, KBANK, … */
  bank: string
  accountNo: string
  name: string
}
