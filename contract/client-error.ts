/**
 * How much of an error in a browser is reported, in characters. No dependency: the browser cuts to it, and
 * the server refuses longer ones.
 */
export const clientErrorSizes = { release: 100, page: 100, part: 40, message: 300, stack: 1500 }
