/**
 * U+2060: no line ends here, and nobody sees it. The build puts it into Thai and Lao texts
 * (web/build/whole-words.ts).
 */
export const joiner = '\u2060'

/**
 * A text of ours as it leaves the page: nobody who searches for a word would type the joiners that are in it.
 */
export const plainText = (text: string): string => text.replaceAll(joiner, '')
