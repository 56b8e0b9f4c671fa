import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { call, Refused } from './api.ts'
import { Draw } from './draw.tsx'
import { Header } from './header.tsx'
import { Logo } from './logo.tsx'
import { Match } from './match.tsx'
import type { GameProps, Round } from './round.ts'
import { Slot } from './slot.tsx'
import { money, useTexts } from './texts.tsx'

interface Session {
  category: 'slot' | 'sport' | 'lotto'
  username: string
  currency: string
  balance: number
  bets: { stake: number; win: number; createdAt: string }[]
}

/** Of an account in baht; a kip is worth about a thousandth. */
const stakesInBaht = [1, 5, 10, 50, 100]
const stakesOf = (currency: string) =>
  currency === 'LAK' ? stakesInBaht.map((stake) => stake * 1000) : stakesInBaht
/** How long a round moves before it tells; as long as the slowest reel (style.css). */
const showMs = 1_700

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A provider's playable game, for the account that the ticket belongs to. */
export function Play({ code, ticket }: { code: string; ticket: string }) {
  const { t } = useTexts()
  const [session, setSession] = useState<Session>()
  const [closed, setClosed] = useState<'expired' | 'noGame' | 'away'>()
  const [wanted, setStake] = useState<number>()
  const [round, setRound] = useState<Round>()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<'insufficient' | 'failed'>()

  const load = useCallback(async () => {
    try {
      setSession(await call<Session>('GET', `games/${code}/session`, { ticket }))
      setClosed(undefined)
    } catch (error) {
      const status = error instanceof Refused ? error.status : 0
      setClosed(status === 401 ? 'expired' : status === 404 ? 'noGame' : 'away')
    }
  }, [code, ticket])
  useEffect(() => {
    load()
  }, [load])
  useEffect(() => {
    if (closed !== 'away') return
    const timer = setInterval(load, 2_000)
    return () => clearInterval(timer)
  }, [closed, load])

  // What is staked follows the balance down.
  const currency = session?.currency ?? 'THB'
  const stakes = stakesOf(currency)
  const [minStake = 1, , usual = 1] = stakes
  const affordable = stakes.filter((amount) => amount <= Math.min(wanted ?? usual, session?.balance ?? 0))
  const stake = affordable.at(-1) ?? minStake
  const inCurrency = (amount: number) => money(amount, currency)

  async function play(choice?: string) {
    setRunning(true)
    setProblem(undefined)
    try {
      const body = { stake, ...(choice !== undefined && { choice }) }
      setRound(await call<Round>('POST', `games/${code}/rounds`, { ticket, body }))
      await wait(prefersStill() ? 0 : showMs)
    } catch (error) {
      const status = error instanceof Refused ? error.status : 0
      if (status === 401) setClosed('expired')
      else setProblem(status === 422 ? 'insufficient' : 'failed')
    }
    setRunning(false)
    await load()
  }

  if (closed) {
    const title = closed === 'expired' ? 'play.expired' : closed === 'noGame' ? 'play.noGame' : 'away'
    return (
      <Frame code={code}>
        <div className="device closed" role="status">
          <h1>{t(title)}</h1>
          {closed === 'expired' && <p>{t('play.expiredInfo')}</p>}
          <a className="primary" href="/sandbox#games">
            {t('play.back')}
          </a>
        </div>
      </Frame>
    )
  }
  if (!session) return <Frame code={code} />

  const isLow = session.balance < minStake
  const stakeField = (
    <fieldset className="stakes" disabled={isRunning}>
      <legend>{t('play.stake')}</legend>
      {stakes.map((amount) => (
        <label key={amount}>
          <input
            type="radio"
            name="stake"
            checked={stake === amount}
            disabled={amount > session.balance}
            onChange={() => setStake(amount)}
          />
          <span>{inCurrency(amount).replace(/\.00$/, '')}</span>
        </label>
      ))}
    </fieldset>
  )
  const Game = { slot: Slot, sport: Match, lotto: Draw }[session.category]
  return (
    <Frame code={code}>
      <section className="device counter" aria-label={t('play.account')}>
        <div className="counter-head">
          <Logo code={code} />
          <div>
            <h1>{code}</h1>
            <p className="counter-user">
              <span className="hidden">{t('play.account')} </span>
              {session.username}
            </p>
          </div>
        </div>
        <p className="balance">
          <span>{t('play.balance')}</span>
          <strong>{inCurrency(session.balance)}</strong>
        </p>
      </section>
      <section className="device stage" aria-label={t(session.category)}>
        <Game
          stake={stake}
          canPlay={!isRunning && session.balance >= stake}
          isRunning={isRunning}
          round={round}
          play={play}
          stakeField={stakeField}
          money={inCurrency}
        />
        <Outcome
          round={isRunning ? undefined : round}
          problem={problem}
          isLow={isLow && !isRunning}
          money={inCurrency}
        />
      </section>
      <section className="device bets" aria-labelledby="bets-title">
        <h2 id="bets-title">{t('play.last')}</h2>
        <Bets bets={session.bets} money={inCurrency} />
        <p className="hint">{t('play.demo')}</p>
      </section>
    </Frame>
  )
}

function Frame({ code, children }: { code: string; children?: ReactNode }) {
  const { t } = useTexts()
  return (
    <>
      <Header game={code} />
      <main id="content" className="play">
        <a className="back" href="/sandbox#games">
          <span aria-hidden="true">←</span> {t('play.back')}
        </a>
        {children}
      </main>
    </>
  )
}

/** How the round went, in a line that keeps its place. */
function Outcome({
  round,
  problem,
  isLow,
  money,
}: {
  round: Round | undefined
  problem: 'insufficient' | 'failed' | undefined
  isLow: boolean
  money: GameProps['money']
}) {
  const { t } = useTexts()
  return (
    <p className={`told ${!problem && round && round.win > 0 ? 'told-won' : ''}`} role="status">
      {problem && <span>{t(`play.${problem}`)}</span>}
      {!problem && round && (
        <span>{round.win > 0 ? t('play.won', { amount: money(round.win) }) : t('play.lost')}</span>
      )}
      {isLow && <span>{t('play.low')}</span>}
    </p>
  )
}

function Bets({ bets, money }: { bets: Session['bets']; money: GameProps['money'] }) {
  const { t, time } = useTexts()
  if (bets.length === 0) return <p className="empty">{t('play.noBets')}</p>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('play.time')}</th>
          <th scope="col" className="figure">
            {t('play.stake')}
          </th>
          <th scope="col" className="figure">
            {t('play.win')}
          </th>
        </tr>
      </thead>
      <tbody>
        {bets.slice(0, 10).map((bet) => (
          <tr key={bet.createdAt}>
            <td>
              <time dateTime={bet.createdAt}>{time(bet.createdAt)}</time>
            </td>
            <td className="figure">{money(bet.stake)}</td>
            <td className={bet.win > 0 ? 'figure won' : 'figure'}>{bet.win > 0 ? money(bet.win) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
