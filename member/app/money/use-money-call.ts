import { delays } from '@krapao/contract/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/overlay.tsx'
import { serverNow } from '../server-time.ts'
import { ownToken } from '../session.ts'
import { answerOf, keepAsking } from './ask-again.ts'
import { verdictOf } from './verdict.ts'
import { type MoneyCall, type OpenWish, useOpenWishes, type Wish, wishes } from './wishes.ts'

/** A view in which wishes are made and their answers are shown. */
export interface Screen<V, A> {
  /** Whether the view is about these values now; absent: about whatever is answered. */
  isAbout?: (values: V) => boolean
  /** @param first it is the answer to the first try: nothing can have changed since */
  show: (answer: A, values: V, first: boolean) => void
}

/** What is done with the answers of a call. */
interface Reactions<V, A> {
  /** The values that make up a wish, as text; the same function at each render. */
  idOf?: (values: V) => string
  /** Absent in the background, where the answers of earlier pages are told. */
  screen?: Screen<V, A> | undefined
  /** Tells an answer where no screen shows it. `first` as above. */
  tell(answer: A, values: V, first: boolean): void
  /** Says why a wish was refused, which is in `failure` as well where it is `onScreen`; the focus waits for it. */
  refuse(error: unknown, values: V, onScreen: boolean): void | Promise<void>
  /** Says that nobody knows what became of a wish whose screen was closed. */
  unsureText?: string
  /** Money may have moved. */
  settled(): void
}

type Outcome<A> = { answer: A } | { error: unknown }

/** Keys that this page waits for an answer to. */
const awaited = new Set<string>()

/** Who asks for open wishes, by member and call: the screen that was opened last, else what is in the background. */
const askers = new Map<string, object[]>()

export const moneyKey = (memberId: string, call: MoneyCall) => ['money', memberId, call] as const

/**
 * Moves money, once at a time and never twice: the same values go out with the same `Idempotency-Key` until the server said
 * what became of them (rules.md §1.5), also after a reload and from another tab. While nobody knows, the server is asked by
 * itself what it answered; that carries nothing out, so only sending again makes sure that the wish arrives.
 * @returns `unsure`: the values that nobody knows about; `failure`: why the last wish was refused
 */
export function useMoneyCall<V, A>(
  call: MoneyCall,
  memberId: string,
  { idOf = JSON.stringify, screen, tell, refuse, unsureText, settled }: Reactions<V, A>,
) {
  const { t } = useTranslation()
  const [failure, setFailure] = useState<unknown>()
  const open = useOpenWishes<V>(memberId, call, idOf)
  const busy = useRef(false)
  const mounted = useMounted()
  const { mutateAsync, isPending } = useMutation({
    mutationKey: moneyKey(memberId, call),
    async mutationFn({ values, act }: { values: V; act: (idempotencyKey: string) => Promise<A> }) {
      const wish = await wishes.take({ memberId, call, id: idOf(values) }, values)
      awaited.add(wish.key)
      const outcome: Outcome<A> = await act(wish.key).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      )
      awaited.delete(wish.key)
      return { wish, outcome }
    },
  })

  /** Shows or tells what the server said; resolves when a refusal was read. `tries`: none where it was asked. */
  async function react(outcome: Outcome<A>, values: V, tries?: number): Promise<void> {
    const isAbout = tries !== undefined || (screen?.isAbout?.(values) ?? true)
    const shown = mounted.current && isAbout ? screen : undefined
    if ('answer' in outcome) {
      if (shown) shown.show(outcome.answer, values, tries === 1)
      else tell(outcome.answer, values, tries === 1)
    } else {
      if (shown) setFailure(outcome.error)
      await refuse(outcome.error, values, shown !== undefined)
    }
  }

  /** Takes in how a try ended that went out with this token. */
  async function end(
    { key, values, tries }: Wish<V>,
    outcome: Outcome<A>,
    token: string | undefined,
  ): Promise<void> {
    const place = { memberId, call, id: idOf(values) }
    const verdict = 'answer' in outcome ? 'answered' : verdictOf(outcome.error)
    if (verdict === 'unknown') wishes.lose(place, key)
    else if (verdict === 'unasked') wishes.drop(place, key)
    else wishes.end(place, key)
    // The session ended meanwhile: what became of it is not for whoever holds the device now.
    if (ownToken() !== token) return
    settled()
    if (verdict !== 'unknown') return react(outcome, values, tries)
    if (mounted.current && tries > 1) toast('neutral', t('ui.stillUnsure'))
    else if (!mounted.current && unsureText) toast('neutral', unsureText)
  }

  async function askAbout({ id, key, values, startedAt }: OpenWish<V>): Promise<void> {
    const token = ownToken()
    const place = { memberId, call, id }
    const outcome = await answerOf<A>(key).then(
      (answer) => answer && { answer },
      (error: unknown) => ({ error }),
    )
    // Somebody else may be logged in by now, and a try that is waited for brings its own answer.
    if (ownToken() !== token || awaited.has(key)) return
    if (!outcome) {
      // Older than any call is waited for: the tab that sent it is gone.
      if (serverNow() - startedAt > delays.call) wishes.lose(place, key)
      return
    }
    if (!wishes.end(place, key)) return
    settled()
    await react(outcome, values)
  }

  useAsking(`${memberId} ${call}`, screen === undefined, open, askAbout)

  async function send(values: V, act: (idempotencyKey: string) => Promise<A>): Promise<void> {
    if (busy.current) return
    busy.current = true
    const [pressed, token] = [document.activeElement, ownToken()]
    setFailure(undefined)
    const { wish, outcome } = await mutateAsync({ values, act }).finally(() => {
      busy.current = false
    })
    await end(wish, outcome, token)
    focusAgain(pressed)
  }

  return {
    send,
    sending: isPending,
    failure,
    unsure: open.filter(({ isUnsure }) => isUnsure).map(({ values }) => values),
    /** Something was typed: what was said before is no longer so. */
    forget: (): void => setFailure(undefined),
  }
}

/** Asks about open wishes as long as there are some and no other screen does. */
function useAsking<V>(
  name: string,
  inBackground: boolean,
  open: OpenWish<V>[],
  askAbout: (wish: OpenWish<V>) => Promise<void>,
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
    if (askers.get(name)?.at(-1) === me) await Promise.all(open.map(askAbout))
  })
  const keys = open.map(({ key }) => key).join(' ')
  useEffect(() => (keys === '' ? undefined : keepAsking(() => ask())), [keys])
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

/** A button loses the focus while it is busy. */
function focusAgain(pressed: Element | null): void {
  setTimeout(() => {
    const at = document.activeElement
    const isLost = at === document.body || at?.tagName === 'DIALOG'
    if (isLost && pressed instanceof HTMLElement && pressed.isConnected) pressed.focus()
  })
}
