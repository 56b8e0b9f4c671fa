import { type Language, languages, useTexts } from './texts.tsx'

/** The bar of every page; on the bench it leads to the devices. `game`: shown inside a game. */
export function Header({ game }: { game?: string }) {
  const { t, language, setLanguage } = useTexts()
  return (
    <header className="bar">
      <a className="skip" href="#content">
        {t('skip')}
      </a>
      <div className="bar-row">
        <a className="mark" href="/sandbox">
          <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
            <path d="M4 20h24l-3.5 8h-17z" fill="#c9d0cb" />
            <path d="M6.500 20c2.500-8 6-11 9.500-11s7 3 9.500 11z" fill="#f0b36a" />
            <path d="M16 9V2l7.500 3.200L16 8.200" fill="#4cc3a8" />
          </svg>
          <span className="mark-name">{t('title')}</span>
        </a>
        {game === undefined && (
          <nav className="places" aria-label={t('title')}>
            <a href="#phone">{t('phone')}</a>
            <a href="#bank">{t('bank')}</a>
            <a href="#pay">{t('pay')}</a>
            <a href="#gifts">{t('gifts')}</a>
            <a href="#payouts">{t('payouts')}</a>
            <a href="#games">{t('games')}</a>
            <a href="#faults">{t('faults')}</a>
          </nav>
        )}
        <label className="language">
          <span className="hidden">{t('language')}</span>
          <select value={language} onChange={(event) => setLanguage(event.target.value as Language)}>
            {languages.map(({ code, tag, name }) => (
              <option key={code} value={code} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </header>
  )
}
