import { endpoint, Ok, Type } from '../../endpoint.ts'
import { DeskReason } from '../desk/desk-item.ts'
import { rights } from '../operator/roles.ts'
import { approvingErrors } from './text-decision.ts'

export const BotVersionParams = Type.Object({ version: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) })

export const approveChatBot = endpoint({
  method: 'POST',
  path: '/api/console/chat-bot/versions/:version/approve',
  summary:
    'Approves a version of the bot that another person made, with its foreign hosts; ALREADY_DECIDED has decidedBy, verdict and at',
  access: 'operator',
  roles: rights.decideChatTexts,
  params: BotVersionParams,
  body: Type.Object({ reason: DeskReason }),
  answer: Ok,
  errors: approvingErrors,
})
