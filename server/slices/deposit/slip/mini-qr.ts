import { checksum } from 'promptparse'

/**
 * The maker of a slip's code: a bank under the rules of the Bank of Thailand, the wallet TrueMoney, or BCEL.
 */
export const slipKinds = ['bank', 'truemoney', 'oneproof'] as const
export type SlipKind = (typeof slipKinds)[number]

/** The content of a slip's code. */
export type MiniQr =
  /** `bankCode`: the sending bank, three digits, or the code of the wallet or bank whose own form it is. */
  | { outcome: 'slip'; kind: SlipKind; bankCode: string; reference: string }
  /** A slip's QR code whose checksum does not fit, or with a bank or reference that cannot be one. */
  | { outcome: 'unstable' }
  /** No code of a slip. */
  | { outcome: 'none' }

/**
 * The banks whose slips have a code of their own form, by what stands for the sending bank there (product.md
 * §3).
 */
export const ownForms: Partial<Record<string, SlipKind>> = { TRUEMONEY: 'truemoney', BCEL: 'oneproof' }

/** The kind of a slip's code, by the sending bank that was read from it. */
export const kindOf = (bankCode: string): SlipKind => ownForms[bankCode] ?? 'bank'

type Fields = Map<string, string>

/** Takes a text of fields (two digits of tag, two of length, the value) apart; undefined if it is none. */
function fieldsOf(text: string): Fields | undefined {
  const fields: Fields = new Map()
  for (let at = 0; at < text.length; ) {
    const [, tag, length] = /^(\d\d)(\d\d)/.exec(text.slice(at, at + 4)) ?? []
    if (tag === undefined) return undefined
    const end = at + 4 + Number(length)
    if (end > text.length || fields.has(tag)) return undefined
    fields.set(tag, text.slice(at + 4, end))
    at = end
  }
  return fields
}

/** A text before its checksum, and whether that fits. Some banks' apps leave zeros at its beginning out. */
function checked(text: string, tag: string): { fields: Fields; fits: boolean } | undefined {
  const found = new RegExp(`^(.*${tag}04)([0-9A-Fa-f]{1,4})$`, 's').exec(text)
  const [, open = '', sum = ''] = found ?? []
  const fields = found && fieldsOf(open.slice(0, -4))
  if (!fields) return undefined
  return { fields, fits: checksum(open) === sum.toUpperCase().padStart(4, '0') }
}

const aReference = /^[\x21-\x7e]{1,60}$/

/**
 * Reads the text of a QR code (rules.md §5.1). Fields are found by their tags, in whatever order; what an app
 * adds around the text, such as the end of a line, does not matter.
 */
export function readMiniQr(raw: string): MiniQr {
  // String.trim also takes a byte order mark away.
  const text = raw.trim()
  const slip = checked(text, '91')
  const template = slip?.fields.get('00')
  const inner = template === undefined ? undefined : fieldsOf(template)
  const said = inner && (readBank(inner) ?? readTrueMoney(inner))
  if (slip && said) return slip.fits ? soundly(said) : { outcome: 'unstable' }
  const proof = checked(text, '63')
  const proven = fieldsOf(proof?.fields.get('33') ?? '')
  const oneProof = proven && readOneProof(proven)
  if (proof && oneProof) return proof.fits ? soundly(oneProof) : { outcome: 'unstable' }
  // One that is broken in the middle, so that it has no fields.
  return { outcome: /^00\d\d0006000001/.test(text) ? 'unstable' : 'none' }
}

interface Said {
  kind: SlipKind
  bankCode: string
  reference: string
}

function readBank(inner: Fields): Said | undefined {
  if (inner.get('00') !== '000001') return undefined
  return { kind: 'bank', bankCode: inner.get('01') ?? '', reference: inner.get('02') ?? '' }
}

function readTrueMoney(inner: Fields): Said | undefined {
  if (inner.get('00') !== '01' || inner.get('01') !== '01') return undefined
  return { kind: 'truemoney', bankCode: 'TRUEMONEY', reference: inner.get('03') ?? '' }
}

function readOneProof(inner: Fields): Said | undefined {
  if (inner.get('00') !== 'BCEL' || inner.get('01') !== 'ONEPROOF') return undefined
  return { kind: 'oneproof', bankCode: 'BCEL', reference: inner.get('04') ?? '' }
}

function soundly(said: Said): MiniQr {
  const isBank = said.kind !== 'bank' || /^\d{3}$/.test(said.bankCode)
  return isBank && aReference.test(said.reference) ? { outcome: 'slip', ...said } : { outcome: 'unstable' }
}
