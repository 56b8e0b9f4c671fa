/**
 * How the day above a list is called. Apart from `dates.ts`, because no first screen has such a list. No
 * dependency: the browser uses this file too.
 */

import { dayAfter, dayInWords } from './dates.ts'

type Near = { today: string; yesterday: string }

const english: Near = { today: 'Today', yesterday: 'Yesterday' }
const near: Partial<Record<string, Near>> = {
  th: { today: 'วันนี้', yesterday: 'เมื่อวาน' },
  la: { today: 'ມື້ນີ້', yesterday: 'ມື້ວານ' },
}

/** "วันนี้", "Yesterday", else the date in words. @param today as `day`, YYYY-MM-DD in Bangkok */
export function dayName(day: string, today: string, language: string): string {
  const names = near[language] ?? english
  if (day === today) return names.today
  return day === dayAfter(today, -1) ? names.yesterday : dayInWords(day, language)
}
