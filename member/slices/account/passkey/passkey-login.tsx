import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { leavePasskey, signByPasskey } from '@krapao/web/passkey/sign-by-passkey.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../frame/calls/api.ts'

/** A challenge, and until when it can be signed in this browser's time. */
const askChallenge = async () => {
  const options = await api('POST /api/login/passkey/options', {})
  // A minute less than the server's time, for the call itself.
  return { options, until: Date.now() + options.timeout - 60_000 }
}

type Challenge = Awaited<ReturnType<typeof askChallenge>>

/**
 * Logs in by a passkey: with a button, and where the browser can, from the suggestions of the phone field.
 * Nothing is shown where this address has no passkeys.
 */
export default function PasskeyLogin({
  remember,
  onLogin,
  onFailure,
}: {
  remember: boolean
  onLogin(token: string, phone: string): void
  onFailure(error: unknown): void
}) {
  const { t } = useTranslation()
  const [challenge, setChallenge] = useState<Challenge>()
  const [busy, setBusy] = useState(false)
  const latest = useRef({ remember, onLogin, onFailure })
  latest.current = { remember, onLogin, onFailure }

  useEffect(() => {
    let left = false
    askChallenge().then(
      (found) => left || setChallenge(found),
      // The password is there as well, so a way that does not work is not shown.
      () => {},
    )
    return () => {
      left = true
      leavePasskey()
    }
  }, [])

  // The suggestions of the phone field. A press of the button ends them, and a new challenge begins them
  // again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a challenge begins it
  useEffect(() => {
    if (challenge) enter(challenge, true)
  }, [challenge])

  async function enter(by: Challenge, fromSuggestions: boolean): Promise<void> {
    const signed = await signByPasskey(by.options, fromSuggestions)
    // The person left it, or has no passkey here, as the browser has said.
    if (typeof signed === 'string') {
      if (!fromSuggestions) setChallenge(() => ({ ...by }))
      return
    }
    setBusy(true)
    try {
      const { token, username } = await api('POST /api/login/passkey', {
        credential: signed,
        remember: latest.current.remember,
      })
      latest.current.onLogin(token, username)
    } catch (error) {
      latest.current.onFailure(error)
      setChallenge(await askChallenge().catch(() => undefined))
    }
    setBusy(false)
  }

  async function press(): Promise<void> {
    if (!challenge) return
    onFailure(undefined)
    setBusy(true)
    try {
      await enter(challenge.until > Date.now() ? challenge : await askChallenge(), false)
    } catch (error) {
      onFailure(error)
    }
    setBusy(false)
  }

  if (!challenge) return null
  return (
    <Button
      look="quiet"
      wide
      busy={busy}
      busyLabel={t('ui.busy.loggingIn')}
      icon={<KeyRound className="size-5 shrink-0" aria-hidden />}
      onClick={press}
    >
      {t('account.login.passkey')}
    </Button>
  )
}
