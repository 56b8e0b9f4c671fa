/** What the app may use. */
export { SuspensePage } from './suspense-page.tsx'
