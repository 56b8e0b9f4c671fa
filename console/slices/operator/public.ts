/** What the app and other slices may use. */
export { AuditPage } from './audit-page.tsx'
export { LoginPage } from './login-page.tsx'
export { useOperator } from './use-operator.ts'
