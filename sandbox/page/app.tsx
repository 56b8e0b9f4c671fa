import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useEffect } from 'react'
import { Bank } from './bank.tsx'
import { BusyEvening } from './busy-evening.tsx'
import { Faults } from './faults.tsx'
import { Gifts } from './gift.tsx'
import { Header } from './header.tsx'
import { Lobby } from './lobby.tsx'
import { Payer } from './payer.tsx'
import { Payouts } from './payouts.tsx'
import { Phone } from './phone.tsx'
import { Play } from './play.tsx'
import { Push } from './push.tsx'
import { Toasts } from './toasts.ts'

/** The page of devices, or the page of a game, by the address. Both say that nothing on them is real. */
export function App() {
  const { t } = useTranslation()
  const code = /\/play\/(\w+)\/?$/.exec(location.pathname)?.[1]
  const title = code ? `${code} · ${t('title')}` : t('title')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-30 focus:bg-card focus:p-3"
      >
        {t('ui.skip')}
      </a>
      <aside
        className="bg-negative-soft px-4 py-1 text-center text-negative text-sm"
        aria-label={t('playMoney')}
      >
        {t('playMoney')}
      </aside>
      {code ? <Play code={code} /> : <Bench />}
      <Toasts />
    </>
  )
}

function Bench() {
  const { t } = useTranslation()
  return (
    <>
      <Header />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid max-w-312 grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-4 pb-12 outline-none wide:grid-cols-[23.5rem_minmax(0,1fr)] wide:pt-6"
      >
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p className="text-ink-soft text-sm">{t('lead')}</p>
          <BusyEvening />
        </div>
        <Phone />
        <Bank />
        <Payer />
        <Gifts />
        <Payouts />
        <Push />
        <Lobby />
        <Faults />
      </main>
    </>
  )
}
