import { nameForm } from './name-form.ts'

/**
 * The form in which texts are searched: what was typed and what is looked through are compared in it,
 * whatever their case, width and order of Thai and Lao marks. No dependency: the browser uses this file too.
 */
export const searchForm = (text: string): string => nameForm(text).toLowerCase()
