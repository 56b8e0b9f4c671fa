/** What the app may use. */
export { DeskPage } from './desk-page.tsx'
