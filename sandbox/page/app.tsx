import { useEffect } from 'react'
import { Bank } from './bank.tsx'
import { Faults } from './faults.tsx'
import { Gifts } from './gift.tsx'
import { Header } from './header.tsx'
import { Lobby } from './lobby.tsx'
import { Payer } from './payer.tsx'
import { Payouts } from './payouts.tsx'
import { Phone } from './phone.tsx'
import { Play } from './play.tsx'
import { useTexts } from './texts.tsx'

/** One of two pages, by the address: the bench of devices, or a game. Each says that nothing in it is real. */
export function App() {
  const { t } = useTexts()
  const code = /\/play\/(\w+)\/?$/.exec(location.pathname)?.[1]
  const title = code ? `${code} · ${t('title')}` : t('title')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <aside className="play-money" aria-label={t('playMoney')}>
        {t('playMoney')}
      </aside>
      {code ? (
        <Play code={code} ticket={new URLSearchParams(location.search).get('ticket') ?? ''} />
      ) : (
        <Bench />
      )}
    </>
  )
}

function Bench() {
  const { t } = useTexts()
  return (
    <>
      <Header />
      <main id="content" className="bench">
        <p className="bench-lead">{t('lead')}</p>
        <Phone />
        <Bank />
        <Payer />
        <Gifts />
        <Payouts />
        <Lobby />
        <Faults />
      </main>
    </>
  )
}
