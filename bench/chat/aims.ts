/** What the chat may cost: milliseconds from sending a message until its customer's socket has it. */
export const aims = { p99: 200 }
