/** The exports for the app and other slices. */
export { AccountPage } from './account-page.tsx'
export { AuditPage } from './audit-page.tsx'
export { LoginPage } from './login-page.tsx'
export { StaffPage } from './staff-page.tsx'
