/**
 * Reads an EMVCo code by the letter of the specification, apart from what made it: two digits of tag, two of
 * length, the value, and a CRC-16/CCITT-FALSE over everything before its own four digits.
 * @throws Error for a text that is none
 */
export function readEmv(text: string): Map<string, string> {
  if (crc16(text.slice(0, -4)) !== text.slice(-4)) throw new Error('the checksum is wrong')
  const fields = readFields(text)
  if ([...fields.keys()][0] !== '00' || fields.get('00') !== '01') throw new Error('no payload format')
  if ([...fields.keys()].at(-1) !== '63') throw new Error('the checksum is not last')
  return fields
}

/** Fields by tag; also those inside a template such as 30. */
export function readFields(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length; ) {
    const [, tag = '', length = ''] = /^(\d\d)(\d\d)/.exec(text.slice(at)) ?? []
    const value = text.slice(at + 4, at + 4 + Number(length))
    if (tag === '' || value.length !== Number(length) || fields.has(tag)) throw new Error(`no field at ${at}`)
    fields.set(tag, value)
    at += 4 + Number(length)
  }
  return fields
}

function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
