/** The exports for the app. */
export { DaysPage } from './days-page.tsx'
