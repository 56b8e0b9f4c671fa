let open: Promise<boolean> | undefined

/**
 * Asks the operator to prove who they are, when a call answers that it has to be proved again (rules.md
 * §17.8). Calls that come while the question is open wait for its one answer: whether the operator did.
 */
export const prove = {
  /** Shows the question; its dialog sets this function, so that calls know no page. */
  show: async (): Promise<boolean> => false,
  ask(): Promise<boolean> {
    open ??= this.show().finally(() => {
      open = undefined
    })
    return open
  },
}
