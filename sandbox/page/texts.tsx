import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import en from './texts.en.json'
import la from './texts.la.json'
import th from './texts.th.json'

export const languages = [
  { code: 'th', tag: 'th', name: 'ไทย' },
  { code: 'la', tag: 'lo', name: 'ລາວ' },
  { code: 'en', tag: 'en', name: 'English' },
] as const
export type Language = (typeof languages)[number]['code']

export type TextKey = keyof typeof en
const texts: Record<Language, Record<TextKey, string>> = { th, la, en }

interface Texts {
  language: Language
  setLanguage(language: Language): void
  /** The text of a key, with {name} replaced by values. */
  t(key: TextKey, values?: Record<string, string | number>): string
  /** A moment as a short local time, with the day when it is not today. */
  time(iso: string): string
}

const Context = createContext<Texts | undefined>(undefined)

const entry = 'sandbox-language'

/** The language chosen here before, else the member app's (cookie `lang`), else Thai. */
function firstLanguage(): Language {
  const stored =
    localStorage.getItem(entry) ?? /(?:^|;\s*)lang=(\w+)/.exec(document.cookie)?.[1]?.toLowerCase()
  return languages.find(({ code }) => code === stored)?.code ?? 'th'
}

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  const { tag } = languages.find(({ code }) => code === language) ?? languages[0]

  useEffect(() => {
    document.documentElement.lang = tag
    localStorage.setItem(entry, language)
  }, [language, tag])

  const value = useMemo((): Texts => {
    // Lao readers use the same figures and a 24-hour clock; not every browser has Lao month names.
    const locale = tag === 'th' ? 'th-TH-u-ca-gregory' : tag === 'lo' ? 'lo' : 'en-GB'
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
    return {
      language,
      setLanguage,
      t: (key, values = {}) =>
        texts[language][key].replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole)),
      time(iso) {
        const date = new Date(iso)
        const isToday = date.toDateString() === new Date().toDateString()
        return isToday ? clock.format(date) : `${day.format(date)} ${clock.format(date)}`
      },
    }
  }, [language, tag])

  return <Context value={value}>{children}</Context>
}

export function useTexts(): Texts {
  const value = useContext(Context)
  if (!value) throw new Error('outside LanguageProvider')
  return value
}

const figures = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Money as people read it: ฿1,250.00, ₭50,000.00. */
export const money = (amount: number, currency: string) =>
  `${currency === 'LAK' ? '₭' : '฿'}${figures.format(amount)}`
