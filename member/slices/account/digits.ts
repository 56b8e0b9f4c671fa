/** Typed text with Thai and Lao digits replaced by Latin ones. */
export const digitsOf = (text: string, max: number): string =>
  text
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[໐-໙]/g, (digit) => String(digit.charCodeAt(0) - 0x0ed0))
    .replace(/\D/g, '')
    .slice(0, max)
