// What the rest of the app may use of the chat: all of it is in the first bundle, so the chat itself is not among it.
export { AskSupport } from './ask-support.tsx'
export { openChat, useChat } from './chat-opener.ts'
export { ChatDock } from './dock.tsx'
