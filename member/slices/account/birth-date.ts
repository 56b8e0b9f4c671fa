/** A birth date as a person types it. Thai people know their year in the Buddhist era, 543 years ahead. */
export interface BirthDate {
  day: string
  /** 1 to 12, or empty. */
  month: string
  year: string
}

export type Era = 'BE' | 'CE'
export const eraOf = (language: string): Era => (language === 'th' ? 'BE' : 'CE')

const aheadBy = 543
/**
 * Nobody alive was born before 1900, and 2443 CE is far in the future: four digits alone determine the era.
 */
const firstBuddhistYear = 2443

/** A typed year in the given era; text that is not a whole year is returned unchanged. */
export function yearIn(year: string, era: Era): string {
  if (!/^\d{4}$/.test(year)) return year
  const common = Number(year) >= firstBuddhistYear ? Number(year) - aheadBy : Number(year)
  return String(era === 'BE' ? common + aheadBy : common)
}

/** YYYY-MM-DD of the common era; undefined unless it is a day of the calendar from 1900 on. */
export function isoDate({ day, month, year }: BirthDate): string | undefined {
  const iso = `${yearIn(year, 'CE')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (!/^(19|20)\d\d-\d\d-\d\d$/.test(iso)) return undefined
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}

/**
 * What is wrong with a birth date (rules.md §2.5).
 * @param today YYYY-MM-DD in Bangkok
 * @param minAge full years; without it the age is not checked
 */
export function birthDateProblem(
  birthDate: BirthDate,
  today: string,
  minAge?: number,
): 'required' | 'invalid' | 'under-age' | undefined {
  if (!birthDate.day && !birthDate.month && !birthDate.year) return 'required'
  const iso = isoDate(birthDate)
  if (!iso || iso > today) return 'invalid'
  if (minAge === undefined) return undefined
  const ofAge = `${Number(iso.slice(0, 4)) + minAge}${iso.slice(4)}`
  return ofAge <= today ? undefined : 'under-age'
}
