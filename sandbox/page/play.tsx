import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { call, Refused } from './api.ts'
import { Draw } from './draw.tsx'
import { Header } from './header.tsx'
import { Logo } from './logo.tsx'
import { Match } from './match.tsx'
import { Slot } from './slot.tsx'
import type { SymbolName } from './symbols.tsx'
import { baht, useTexts } from './texts.tsx'

/** What a round showed; the server decides it (sandbox/luck.ts). */
export type Show =
  | { game: 'slot'; reels: [SymbolName, SymbolName, SymbolName] }
  | { game: 'sport'; end: 'home' | 'draw' | 'away'; score: [number, number] }
  | { game: 'lotto'; drawn: string }

export interface Round {
  show: Show
  stake: number
  win: number
  balance: number
}

/** What each game is given. */
export interface GameProps {
  stake: number
  /** False while a round runs, or when the balance does not cover the stake. */
  canPlay: boolean
  /** A round is being shown. */
  isRunning: boolean
  /** The round being shown, or the last one. */
  round: Round | undefined
  play(choice?: string): void
  /** Where the stake is chosen; it stands right before the button that plays. */
  stakeField: ReactNode
}

interface Session {
  category: 'slot' | 'sport' | 'lotto'
  username: string
  balance: number
  bets: { stake: number; win: number; createdAt: string }[]
}

const leastStake = 1
const stakes = [leastStake, 5, 10, 50, 100]
/** How long a round moves before it tells; as long as the slowest reel (style.css). */
const showMs = 1_700

const prefersStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A provider's playable game, for the account that the ticket belongs to. */
export function Play({ code, ticket }: { code: string; ticket: string }) {
  const { t } = useTexts()
  const [session, setSession] = useState<Session>()
  const [closed, setClosed] = useState<'expired' | 'noGame' | 'away'>()
  const [wanted, setStake] = useState(10)
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
  const affordable = stakes.filter((amount) => amount <= Math.min(wanted, session?.balance ?? 0))
  const stake = affordable.at(-1) ?? leastStake

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

  const isLow = session.balance < leastStake
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
          <span>฿{amount}</span>
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
          <strong>{baht(session.balance)}</strong>
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
        />
        <Told round={isRunning ? undefined : round} problem={problem} isLow={isLow && !isRunning} />
      </section>
      <section className="device bets" aria-labelledby="bets-title">
        <h2 id="bets-title">{t('play.last')}</h2>
        <Bets bets={session.bets} />
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
function Told({
  round,
  problem,
  isLow,
}: {
  round: Round | undefined
  problem: 'insufficient' | 'failed' | undefined
  isLow: boolean
}) {
  const { t } = useTexts()
  return (
    <p className={`told ${!problem && round && round.win > 0 ? 'told-won' : ''}`} role="status">
      {problem && <span>{t(`play.${problem}`)}</span>}
      {!problem && round && (
        <span>{round.win > 0 ? t('play.won', { amount: baht(round.win) }) : t('play.lost')}</span>
      )}
      {isLow && <span>{t('play.low')}</span>}
    </p>
  )
}

function Bets({ bets }: { bets: Session['bets'] }) {
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
            <td className="figure">{baht(bet.stake)}</td>
            <td className={bet.win > 0 ? 'figure won' : 'figure'}>{bet.win > 0 ? baht(bet.win) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
