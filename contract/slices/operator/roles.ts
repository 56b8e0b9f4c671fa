/**
 * The roles of operators and their rights (rules.md §17.8). No dependency: the browser uses this file too.
 */

export const roles = ['owner', 'cashier', 'support', 'auditor'] as const
export type Role = (typeof roles)[number]

/** Rights that only some roles have; everything else in the console is open to every role. */
export const rights = {
  /** Approves and refuses review items, and asks for reversals. */
  decide: ['owner', 'cashier'],
  /**
   * Has the other side of an uncertain payment asked again: what follows from its answer, the system does by
   * itself.
   */
  askOutside: ['owner', 'cashier', 'support'],
  readAudit: ['owner', 'auditor'],
  /** Takes what was decided out of the console as a file: those who keep the books. Everybody reads it. */
  exportDecisions: ['owner', 'cashier', 'auditor'],
  manageStaff: ['owner'],
  /** Answers customers in the chat. */
  answerChats: ['owner', 'cashier', 'support'],
  /** Sees how soon the chat is answered, by operator. */
  readChatReport: ['owner', 'support', 'auditor'],
  /** Writes the texts of the chat’s bot: they move no money, and support knows the questions of customers. */
  editBot: ['owner', 'support'],
  /** Writes the texts that operators insert into their answers. */
  editReplies: ['owner', 'support'],
  /** Is answered phone and account numbers whole (rules.md §17.8); others see the last four digits. */
  seeNumbers: ['owner', 'cashier'],
  /**
   * Approves and refuses texts of bot and canned replies that lead to a new foreign address: who writes it
   * alone may not.
   */
  decideChatTexts: ['owner', 'cashier'],
  /** Makes versions of campaigns, and uploads their pictures. */
  makeCampaigns: ['owner'],
  /** Approves and refuses campaigns that another person made, and stops campaigns. */
  decideCampaigns: ['owner', 'cashier'],
} as const satisfies Record<string, readonly Role[]>

/** Whether a role has a right. */
export const may = (role: Role, right: keyof typeof rights): boolean =>
  (rights[right] as readonly Role[]).includes(role)
