import { endpoint, Type } from '../../endpoint.ts'

export const getEnableChatWidget = endpoint({
  method: 'GET',
  path: '/api/lookup/enableChatWidget',
  summary: 'Says whether the chat widget is shown',
  access: 'visitor',
  answer: Type.Object({ enableChatWidget: Type.Boolean() }),
  errors: [],
})
