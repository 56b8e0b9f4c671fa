// What the app may use of cashback, beside its modal.

export { useRefund } from './use-refund.ts'
