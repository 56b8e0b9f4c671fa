import { delays } from '@krapao/contract/limits.ts'
import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '../../ui/overlay.tsx'
import { serverNow } from '../calls/server-time.ts'
import { ownToken } from '../calls/session.ts'
import { loadTexts } from '../i18n.ts'
import { answerOf, findAnswer, keepAsking } from './ask-again.ts'
import { failureKind } from './failure-kind.ts'
import {
  type DamagedRequest,
  type MoneyCall,
  type MoneyRequest,
  type OpenRequest,
  requests,
  useDamagedRequests,
  useOpenRequests,
} from './requests.ts'

/** A view that sends requests to move money and shows their answers. */
export interface Screen<V, A> {
  /**
   * Whether the view shows an answer about these values at the moment. Without it the view shows every
   * answer.
   */
  isAbout?: (values: V) => boolean
  /** @param first this is the answer to the first try, so that the wallet cannot have changed since then */
  show: (answer: A, values: V, first: boolean) => void
}

/** How the answers of a call are shown. */
interface Reactions<V, A> {
  /** The values of a request as text. It must be the same function at each render. */
  idOf?: (values: V) => string
  /** Absent for a component without a view, which reports the answers of requests made before a reload. */
  screen?: Screen<V, A> | undefined
  /** Shows an answer by a toast when no view shows it. `first` as above. */
  notify(answer: A, values: V, first: boolean): void
  /**
   * Shows why a request was refused. With `onScreen` the reason is in `failure` as well. The focus returns
   * when this resolves.
   */
  refuse(error: unknown, values: V, onScreen: boolean): void | Promise<void>
  /** The text of the toast if the outcome is unknown and the view was closed. */
  unsureText?: string
  /** Called when money may have moved. */
  settled(): void
}

type Outcome<A> = { answer: A } | { error: unknown }

/** What became of a press. */
export interface Sent<F> {
  /** It was carried out. */
  isDone: boolean
  /**
   * The figures of now: those that the member was shown are not what would move, and it was not carried out.
   */
  present?: F
  /** Games whose money is in the wallet although it was not carried out. */
  home?: readonly string[]
}
const nothing = { isDone: false } as const

/** Keys whose answer a call of this page waits for. */
const awaited = new Set<string>()

/**
 * Which component asks for unanswered requests, by member and call: the view that was opened last, else the
 * background one.
 */
const askers = new Map<string, object[]>()

export const moneyKey = (memberId: string, call: MoneyCall) => ['money', memberId, call] as const

/**
 * Moves money: one request at a time, and never twice for the same values. The same values are sent with the
 * same `Idempotency-Key` until their outcome is known (rules.md §1.5), also after a reload and from another
 * tab. Until then the stored answer is asked for in the background; that carries nothing out, so a request
 * that never arrived has to be sent again. The same wish again, while it is under way here or in another tab,
 * is told so and not sent.
 * @typeParam F the figures that the call carries (`Endpoint.expected`); where they have changed, `send`
 *   resolves with those of now while there is a view to ask the question again, and nothing is shown
 * @returns `unsure`: the values whose outcome is unknown; `failure`: why the last request was refused
 */
export function useMoneyCall<V, A, F = never>(
  call: MoneyCall,
  memberId: string,
  { idOf = JSON.stringify, screen, notify, refuse, unsureText, settled }: Reactions<V, A>,
) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<unknown>()
  const open = useOpenRequests<V>(memberId, call, idOf)
  const damaged = useDamagedRequests<V>(memberId, call, idOf)
  const busy = useRef(false)
  const mounted = useMounted()
  const { mutateAsync, isPending } = useMutation({
    mutationKey: moneyKey(memberId, call),
    async mutationFn({ values, act }: { values: V; act: (idempotencyKey: string) => Promise<A> }) {
      const { request, isUnderWay } = await requests.take({ memberId, call, id: idOf(values) }, values)
      if (isUnderWay || awaited.has(request.key)) return undefined
      awaited.add(request.key)
      const outcome: Outcome<A> = await act(request.key).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      )
      awaited.delete(request.key)
      return { request, outcome }
    },
  })

  /**
   * Shows an outcome and resolves once a refusal was read. `tries` is undefined when the answer was found by
   * asking for it.
   */
  async function react(outcome: Outcome<A>, values: V, tries?: number): Promise<Sent<F>> {
    const isAbout = tries !== undefined || (screen?.isAbout?.(values) ?? true)
    const shown = mounted.current && isAbout ? screen : undefined
    if ('answer' in outcome) {
      if (shown) shown.show(outcome.answer, values, tries === 1)
      else notify(outcome.answer, values, tries === 1)
      return { isDone: true }
    }
    const changed = shown && changedOf<F>(outcome.error)
    if (changed) return { ...nothing, ...changed }
    if (shown) setFailure(outcome.error)
    await refuse(outcome.error, values, shown !== undefined)
    return nothing
  }

  /** Records the outcome of a try and shows it if the session that sent it is still the current one. */
  async function end(
    { key, values, tries }: MoneyRequest<V>,
    outcome: Outcome<A>,
    token: string | undefined,
  ): Promise<Sent<F>> {
    const place = { memberId, call, id: idOf(values) }
    const kind = 'answer' in outcome ? 'answered' : failureKind(outcome.error)
    if (kind === 'unknown') requests.lose(place, key)
    else if (kind === 'unprocessed') requests.drop(place, key)
    else requests.end(place, key)
    // After the end of the session the outcome is not for whoever uses the device now.
    if (ownToken() !== token) return nothing
    settled()
    if (kind !== 'unknown') return react(outcome, values, tries)
    if (mounted.current && tries > 1) toast('neutral', t('ui.stillUnsure'))
    else if (!mounted.current && unsureText) toast('neutral', unsureText)
    return nothing
  }

  async function askAbout({ id, key, values, startedAt }: OpenRequest<V>): Promise<void> {
    const token = ownToken()
    const place = { memberId, call, id }
    const outcome = await answerOf<A>(key).then(
      (answer) => answer && { answer },
      (error: unknown) => ({ error }),
    )
    // Another member may be logged in by now; and a call under way in this page brings its own answer.
    if (ownToken() !== token || awaited.has(key)) return
    if (!outcome) {
      // No call waits this long for an answer, so the tab that sent it is gone.
      if (serverNow() - startedAt > delays.call) requests.lose(place, key)
      return
    }
    if (!requests.end(place, key)) return
    settled()
    await react(outcome, values)
  }

  /** One that no view can show: its end is told by a toast, also that it has none and is dropped. */
  async function askAboutDamaged({ id, key, startedAt }: DamagedRequest): Promise<void> {
    const token = ownToken()
    const found = await findAnswer(key)
    if (!found || ownToken() !== token || awaited.has(key)) return
    // No call waits this long: without an answer by now there will be none.
    if (!found.answered && Math.abs(serverNow() - startedAt) <= delays.call) return
    // Hardly anybody needs these, so no first screen loads them; without them the request is asked about
    // again.
    const parts = await Promise.all([import('./damaged-end.ts'), loadTexts('outcome')]).catch(() => undefined)
    if (!parts || ownToken() !== token || !requests.end({ memberId, call, id }, key)) return
    settled()
    const texts = parts[0].damagedEnd(call, found).map((end) => t(`outcome.damaged.${end}`))
    toast('neutral', texts.join(' '))
  }

  useAsking(`${memberId} ${call}`, screen === undefined, {
    keys: [...open, ...damaged].map(({ key }) => key),
    ask: () => Promise.all([...open.map(askAbout), ...damaged.map(askAboutDamaged)]),
  })

  async function send(values: V, act: (idempotencyKey: string) => Promise<A>): Promise<Sent<F>> {
    if (busy.current) return nothing
    busy.current = true
    const [pressed, token] = [document.activeElement, ownToken()]
    setFailure(undefined)
    const tried = await mutateAsync({ values, act }).finally(() => {
      busy.current = false
    })
    if (!tried) {
      toast('neutral', t('ui.alreadyUnderWay'))
      return nothing
    }
    const sent = await end(tried.request, tried.outcome, token)
    focusAgain(pressed)
    return sent
  }

  return {
    send,
    sending: isPending,
    failure,
    unsure: open.filter(({ isUnsure }) => isUnsure).map(({ values }) => values),
    /** Forgets the failure, because the values were changed. */
    forget: (): void => setFailure(undefined),
  }
}

/** What a refusal says because the member was shown other figures than those of now. */
function changedOf<F>(error: unknown): Pick<Sent<F>, 'present' | 'home'> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'FIGURES_CHANGED' || !error.body.present)
    return undefined
  const { present, home } = error.body as { present: F; home?: readonly string[] }
  return { present, ...(home && { home }) }
}

/** Asks about unanswered requests while there are some and no view with priority does it. */
function useAsking(
  name: string,
  inBackground: boolean,
  { keys, ask: askAll }: { keys: string[]; ask(): Promise<unknown> },
): void {
  const [me] = useState({})
  useEffect(() => {
    const others = askers.get(name) ?? []
    askers.set(name, inBackground ? [me, ...others] : [...others, me])
    return () => {
      askers.set(
        name,
        (askers.get(name) ?? []).filter((one) => one !== me),
      )
    }
  }, [name, inBackground, me])
  const ask = useEffectEvent(async () => {
    if (askers.get(name)?.at(-1) === me) await askAll()
  })
  const asked = keys.join(' ')
  useEffect(() => (asked === '' ? undefined : keepAsking(() => ask())), [asked])
}

function useMounted() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}

/** A button loses the focus while it is disabled. */
function focusAgain(pressed: Element | null): void {
  setTimeout(() => {
    const at = document.activeElement
    const isLost = at === document.body || at?.tagName === 'DIALOG'
    if (isLost && pressed instanceof HTMLElement && pressed.isConnected) pressed.focus()
  })
}
