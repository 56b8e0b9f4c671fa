/** The exports of the chat for other parts of the server. */
export { insertDemoReplies } from './demo-replies.ts'
export { admitCustomer } from './guests.ts'
export { chatServices } from './send.ts'
export { chatOnSites } from './sites.ts'
export { countAnswered, countOwnChats, findChatOwner, giveBackChats, selectFreeChat } from './store-shared.ts'
