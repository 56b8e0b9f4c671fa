// What the rest of the app may use of the chat, beside its opener (member/frame/chat): all of it is in the
// first bundle, so the chat itself is not among it.
export { ChatDock } from './dock.tsx'
