/** The exports for the app. */
export { DeskPage } from './desk-page.tsx'
export { FindPage } from './find-page.tsx'
export { bankText, labelText, sourceName, valueText } from './labels.ts'
export { type QueueName, useQueues } from './queries.ts'
