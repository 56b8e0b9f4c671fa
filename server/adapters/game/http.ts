import type { GameCode } from '@krapao/contract/game.ts'
import { fromMinor, toMinor } from '@krapao/contract/money.ts'
import type { Logger } from 'pino'
import { NoAnswer, Throttled } from '../post.ts'
import { createSignedPost, type Outside } from '../signed-post.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import type { GamePort, GameProviderRef } from './port.ts'
import {
  type HubCall,
  readBalance,
  readBets,
  readCredential,
  readLink,
  readRefusal,
  readStatus,
  readSuccess,
} from './protocol.ts'

/** Seconds of the pause after an answer that there are too many calls, if it does not say how long. */
const usualPause = 5

/** The maximum number of bytes of a page of bets. */
const maxPage = 393_216

/** The hub answered in the agreed form, whether or not with success. */
interface HubAnswer {
  status: number
  body: unknown
}

/**
 * The hub of game providers over signed HTTP: `POST {url}/{CODE}/{call}`, JSON both ways, amounts in the
 * account's currency. Every answer is checked; one that is not exactly as agreed leaves a transfer
 * `uncertain` (rules.md §4.3). Bodies contain credentials, so neither they nor errors that quote them are
 * logged.
 */
export function httpGames(options: Outside & { log: Logger }): GamePort {
  const { clock, log } = options
  const post = createSignedPost(options)
  const breakers = new Map<string, Breaker>()

  /** Bets have a circuit of their own: where only they are out of order, money still goes to and fro. */
  function breakerOf(code: GameCode, call?: HubCall): Breaker {
    const circuit = call === 'bets' ? `${code} ${call}` : code
    let breaker = breakers.get(circuit)
    if (!breaker) {
      // Bets are asked for by the house alone.
      breaker = createBreaker(clock, call === 'bets' ? { callers: 1 } : {})
      breakers.set(circuit, breaker)
    }
    return breaker
  }

  /**
   * One call whose answer `read` parses; its success or failure is counted by the circuit breaker.
   * @param caller the username that the call is about
   */
  async function ask<T>(
    provider: GameProviderRef,
    { call, caller }: { call: HubCall; caller?: string },
    request: object,
    read: (answer: HubAnswer) => T | undefined,
  ): Promise<T> {
    const breaker = breakerOf(provider.code, call)
    try {
      const { code, timeoutSeconds } = provider
      const size = call === 'bets' ? maxPage : undefined
      const answer = await post(`/${code}/${call}`, request, timeoutSeconds * 1000, size)
      const understood = read(answer)
      if (understood === undefined) throw new NoAnswer(`GARBAGE_${answer.status}`)
      breaker.succeeded(caller)
      return understood
    } catch (error) {
      log.warn(
        { game: provider.code, call, reason: (error as Error).message },
        'game provider gave no answer',
      )
      // A provider with too many calls is well, and wants to be left alone for a moment.
      if (error instanceof Throttled) breaker.pause(error.waitSeconds ?? usualPause)
      else if (breaker.failed(caller))
        log.warn({ game: provider.code, call }, 'game provider: circuit opened')
      throw error
    }
  }

  /**
   * For calls other than transfers: while the circuit is open they are refused at once. A definite refusal
   * throws as well.
   */
  async function request<T>(
    provider: GameProviderRef,
    about: { call: HubCall; caller?: string },
    body: object,
    read: (body: unknown) => T | undefined,
  ): Promise<T> {
    if (!breakerOf(provider.code, about.call).admits(about.caller)) throw new NoAnswer('CIRCUIT_OPEN')
    const answer = await ask(provider, about, body, ({ status, body }) => {
      if (status === 422) return readRefusal(body)
      if (status !== 200) return undefined
      const value = read(body)
      return value === undefined ? undefined : { value }
    })
    if ('reason' in answer) throw new Error(`refused: ${answer.reason}`)
    return answer.value
  }

  return {
    mayBegin: (code, username) => breakerOf(code).isClosed(username),

    async openAccount(provider, username, currency) {
      const credential = await request(
        provider,
        { call: 'open-account', caller: username },
        { username, currency },
        readCredential,
      )
      if (credential.username !== username) throw new NoAnswer('OTHER_ACCOUNT')
      return credential
    },

    async resetPassword(provider, username) {
      const credential = await request(
        provider,
        { call: 'reset-password', caller: username },
        { username },
        readCredential,
      )
      if (credential.username !== username) throw new NoAnswer('OTHER_ACCOUNT')
      return credential
    },

    async balance(provider, username) {
      const { balance } = await request(
        provider,
        { call: 'balance', caller: username },
        { username },
        readBalance,
      )
      return { amountMinor: toMinor(balance) }
    },

    async transfer(provider, { transferId, username, direction, amountMinor }) {
      const order = { transferId, username, direction, amount: fromMinor(amountMinor) }
      try {
        return await ask(provider, { call: 'transfer', caller: username }, order, ({ status, body }) => {
          if (status === 200 && readSuccess(body)) return { outcome: 'done' as const }
          const refusal = status === 422 ? readRefusal(body) : undefined
          if (refusal) return { outcome: 'refused' as const, reason: refusal.reason }
          // The id is known with other content, which says nothing about this transfer.
          if (status === 409 && readRefusal(body))
            return { outcome: 'uncertain' as const, reason: 'CONFLICT' }
          return undefined
        })
      } catch (error) {
        return { outcome: 'uncertain', reason: (error as Error).message }
      }
    },

    async transferStatus(provider, transferId) {
      // Asked again later in any case, so there is no need to trouble a provider that has too many calls.
      if (breakerOf(provider.code).isPaused()) return { outcome: 'uncertain', reason: 'THROTTLED' }
      try {
        return await ask(provider, { call: 'transfer-status' }, { transferId }, ({ status, body }) => {
          const read = status === 200 ? readStatus(body) : undefined
          switch (read?.status) {
            case 'SUCCESS':
              return { outcome: 'done' as const }
            case 'REFUSED':
              return { outcome: 'refused' as const, reason: read.reason ?? 'REFUSED' }
            case 'UNKNOWN':
              return { outcome: 'unknown-id' as const }
          }
        })
      } catch (error) {
        return { outcome: 'uncertain', reason: (error as Error).message }
      }
    },

    bets: (provider, { after, limit }) =>
      request(provider, { call: 'bets' }, { after, limit }, readBets(after)),

    async loginLink(provider, { username, password }) {
      const { link } = await request(
        provider,
        { call: 'login', caller: username },
        { username, password },
        readLink,
      )
      if (!URL.canParse(link) || !/^https?:$/.test(new URL(link).protocol)) throw new NoAnswer('BAD_LINK')
      return link
    },
  }
}
