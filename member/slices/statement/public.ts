// What other slices may use of the statement.
export { ReceiptButton } from './receipt/receipt-button.tsx'
export { adviceFor } from './slip-advice.ts'
export { issuerName } from './slip-issuer.ts'
export { SlipStep } from './slip-step.tsx'
export { byDay } from './statement.ts'
