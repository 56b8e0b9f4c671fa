export { ChatPages } from './chat-pages.tsx'
export { useChatCount } from './queries.ts'
export { useChatNotices } from './use-chat-notices.ts'
