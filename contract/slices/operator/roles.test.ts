import { expect, it } from 'vitest'
import { may, rights, roles } from './roles.ts'

/**
 * The table of rules.md §17.8, written out again, so that a right that is given to a role by mistake is
 * noticed.
 */
it.each([
  [
    'owner',
    [
      'decide',
      'askOutside',
      'readAudit',
      'exportDecisions',
      'manageStaff',
      'answerChats',
      'readChatReport',
      'editBot',
      'editReplies',
      'seeNumbers',
      'decideChatTexts',
      'makeCampaigns',
      'decideCampaigns',
    ],
  ],
  [
    'cashier',
    [
      'decide',
      'askOutside',
      'exportDecisions',
      'answerChats',
      'seeNumbers',
      'decideChatTexts',
      'decideCampaigns',
    ],
  ],
  ['support', ['askOutside', 'answerChats', 'readChatReport', 'editBot', 'editReplies']],
  ['auditor', ['readAudit', 'exportDecisions', 'readChatReport']],
] as const)('%s may %j', (role, own) => {
  const all = Object.keys(rights) as (keyof typeof rights)[]
  expect(all.filter((right) => may(role, right))).toEqual(own)
  expect(roles).toHaveLength(4)
})
