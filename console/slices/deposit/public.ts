/** The exports for the app. */
export { SuspensePage } from './suspense-page.tsx'
