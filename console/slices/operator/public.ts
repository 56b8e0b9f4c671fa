/** The exports for the app and other slices. */
export { AccountPage } from './account-page.tsx'
export { AuditPage } from './audit-page.tsx'
export { ConfirmDialog } from './confirm-dialog.tsx'
export { FactorPage } from './factor-page.tsx'
export { LoginPage } from './login-page.tsx'
export { useStaffRequests } from './queries.ts'
export { StaffPage } from './staff-page.tsx'
