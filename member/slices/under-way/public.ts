// What other slices and the app may use of what is under way.

export { PendingSheet } from './pending-sheet.tsx'
export { RowRoom } from './row-room.tsx'
export { Unanswered } from './unanswered.tsx'
export { UnderWay, UnderWayHead, UnderWayRow, useUnderWayRows } from './under-way.tsx'
export { headingOf, type Row } from './under-way-order.ts'
