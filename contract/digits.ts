/** Text with Thai and Lao digits, as their keyboards type them, replaced by Latin ones. */
export const latinDigits = (text: string): string =>
  text
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
    .replace(/[໐-໙]/g, (digit) => String(digit.charCodeAt(0) - 0x0ed0))
