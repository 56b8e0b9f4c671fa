import { endpoint, Ok, Type } from '../../endpoint.ts'
import { DeskReason } from '../desk/desk-item.ts'
import { rights } from '../operator/roles.ts'
import { BotVersionParams } from './approve-chat-bot.ts'
import { decidingErrors } from './text-decision.ts'

export const refuseChatBot = endpoint({
  method: 'POST',
  path: '/api/console/chat-bot/versions/:version/refuse',
  summary: 'Refuses a waiting version of the bot; the version in force goes on',
  access: 'operator',
  roles: rights.decideChatTexts,
  params: BotVersionParams,
  body: Type.Object({ reason: DeskReason }),
  answer: Ok,
  errors: decidingErrors,
})
