import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call, Refused } from './api.ts'
import { Logo } from './logo.tsx'
import { usePolled } from './polled.ts'
import { money, useTexts } from './texts.tsx'

interface Game {
  code: string
  category: 'slot' | 'sport' | 'lotto'
  accounts: number
  latest: { username: string; currency: string; balance: number }[]
}

/** All sixteen providers by category; choosing one asks for the account that plays. */
export function Lobby() {
  const { t } = useTexts()
  const [chosen, setChosen] = useState<string>()
  const { value: games, failed } = usePolled('games', () => call<Game[]>('GET', 'games'))
  const game = games?.find(({ code }) => code === chosen)
  const count = (accounts: number) =>
    accounts === 0
      ? t('lobby.noAccounts')
      : accounts === 1
        ? t('lobby.account')
        : t('lobby.accounts', { count: accounts })

  return (
    <section id="games" className="lobby" aria-labelledby="games-title">
      <h2 id="games-title">{t('games')}</h2>
      <p className="lead">{t('lobby.lead')}</p>
      {failed && (
        <p className="notice" role="status">
          {t('away')}
        </p>
      )}
      {(['slot', 'sport', 'lotto'] as const).map((category) => (
        <div key={category} className="rack">
          <h3>{t(category)}</h3>
          <ul>
            {games
              ?.filter((one) => one.category === category)
              .map(({ code, accounts }) => (
                <li key={code}>
                  <button type="button" className="cabinet" onClick={() => setChosen(code)}>
                    <Logo code={code} />
                    <span className="cabinet-name">{code}</span>
                    <span className="cabinet-count">{count(accounts)}</span>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {game && <Entrance key={game.code} game={game} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

function Entrance({ game, onClose }: { game: Game; onClose: () => void }) {
  const { t } = useTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  const [username, setUsername] = useState('')
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])

  async function enter(as: string) {
    try {
      const { link } = await call<{ link: string }>('POST', `games/${game.code}/tickets`, {
        body: { username: as.trim() },
      })
      location.assign(link)
    } catch (error) {
      const isUnknown = error instanceof Refused && (error.status === 404 || error.status === 400)
      setProblem(isUnknown ? t('lobby.unknown', { code: game.code }) : t('away'))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter(username)
  }

  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="entrance-title">
      <div className="entrance-head">
        <Logo code={game.code} />
        <h2 id="entrance-title">{t('lobby.enter', { code: game.code })}</h2>
        <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
          {t('close')}
        </button>
      </div>
      <p className="lead">
        {game.accounts === 0 ? t('lobby.first', { code: game.code }) : t('lobby.choose')}
      </p>
      {game.latest.length > 0 && (
        <ul className="accounts" aria-label={t('lobby.latest')}>
          {game.latest.map((account) => (
            <li key={account.username}>
              <button type="button" className="account" onClick={() => enter(account.username)}>
                <span>{account.username}</span>
                <span className="figure">{money(account.balance, account.currency)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="entrance-form" onSubmit={submit}>
        <label className="field">
          <span>{t('lobby.username')}</span>
          <input
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            onChange={(event) => {
              setUsername(event.target.value)
              setProblem(undefined)
            }}
            aria-invalid={problem !== undefined}
            aria-describedby="username-hint username-problem"
          />
        </label>
        <p id="username-hint" className="hint">
          {t('lobby.usernameHint')}
        </p>
        <p id="username-problem" className="problem" role="alert">
          {problem}
        </p>
        <button type="submit" className="primary">
          {t('lobby.go')}
        </button>
      </form>
    </dialog>
  )
}
