// What other slices may use of the statement.
export { ReceiptButton } from './receipt/receipt-button.tsx'
export { issuerName } from './slip-issuer.ts'
