import { ApiError } from '@krapao/web/api/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Game } from '../wire.ts'
import { api } from './api.ts'
import { NotLoaded, Subtitle } from './device.tsx'
import { Logo } from './logo.tsx'
import { usePolled } from './polled.ts'

/** All sixteen providers by category. Choosing a provider opens a dialog for the account to play with. */
export function Lobby() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const { value: games, failed } = usePolled(['games'], () => api('GET /sandbox/api/games'))
  const game = games?.find(({ code }) => code === chosen)
  const count = (accounts: number) =>
    accounts === 0
      ? t('lobby.noAccounts')
      : accounts === 1
        ? t('lobby.account')
        : t('lobby.accounts', { count: accounts })

  return (
    <section id="games" aria-labelledby="games-title" className="grid content-start gap-2">
      <h2 id="games-title" className="font-semibold text-xl">
        {t('devices.games')}
      </h2>
      <p className="text-ink-soft">{t('lobby.lead')}</p>
      {failed && <NotLoaded />}
      {(['slot', 'sport', 'lotto'] as const).map((category) => (
        <div key={category} className="mt-1 grid gap-2">
          <Subtitle>{t(`category.${category}`)}</Subtitle>
          <ul className="grid gap-3 min-[360px]:grid-cols-2 md:grid-cols-3">
            {games
              ?.filter((game) => game.category === category)
              .map(({ code, accounts }) => (
                <li key={code}>
                  <button
                    type="button"
                    onClick={() => setChosen(code)}
                    className="flex h-full min-h-20 w-full items-center gap-2 rounded-2xl border border-line bg-card p-2.5 text-left shadow-[0_3px_0_var(--line)] transition hover:border-accent active:translate-y-0.5 active:shadow-[0_1px_0_var(--line)] sm:gap-3 sm:p-3"
                  >
                    <Logo code={code} className="size-10 sm:size-12" />
                    <span className="grid min-w-0">
                      <strong className="text-sm wrap-anywhere">{code}</strong>
                      <span className="text-ink-soft text-xs">{count(accounts)}</span>
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {game && <AccountDialog key={game.code} game={game} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

function AccountDialog({ game: { code, accounts, latest }, onClose }: { game: Game; onClose: () => void }) {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (as: string) =>
      api('POST /sandbox/api/games/:code/tickets', { params: { code }, username: as.trim() }),
    async onSuccess({ link }) {
      // The dialog is closed first, because its entry in the browser's history would otherwise come between
      // this page and the game.
      flushSync(onClose)
      await settled()
      location.assign(link)
    },
  })
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate(username)
  }

  return (
    <Dialog title={t('lobby.enter', { code })} onClose={onClose}>
      <p className="flex items-center gap-3 text-ink-soft">
        <Logo code={code} className="size-14" />
        {accounts === 0 ? t('lobby.first', { code }) : t('lobby.choose')}
      </p>
      {latest.length > 0 && (
        <ul className="mt-3 grid gap-2" aria-label={t('lobby.latest')}>
          {latest.map((account) => (
            <li key={account.username}>
              <button
                type="button"
                onClick={() => mutate(account.username)}
                className="flex min-h-12 w-full flex-wrap justify-between gap-x-3 rounded-2xl border border-field-line bg-sunken px-4 py-2.5 font-semibold hover:bg-positive-soft"
              >
                <span className="wrap-anywhere">{account.username}</span>
                <span>{formatMoney(account.balance, account.currency)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="mt-4 grid gap-3" onSubmit={submit}>
        <Field
          label={t('lobby.username')}
          hint={t('lobby.usernameHint')}
          error={error ? (isUnknown ? t('lobby.unknown', { code }) : t('away')) : undefined}
          required
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => {
            setUsername(event.target.value)
            reset()
          }}
        />
        <Button type="submit" disabled={isPending}>
          {t('lobby.go')}
        </Button>
      </form>
    </Dialog>
  )
}
