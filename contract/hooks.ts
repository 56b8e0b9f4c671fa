export { reportTransfer } from './slices/deposit/feed/report-transfer.ts'
export { reportPayment } from './slices/deposit/qr/report-payment.ts'
export { reportBets } from './slices/game/bets/report-bets.ts'
