import type { AnswerOf } from '@krapao/contract/client.ts'
import { useSend } from '@krapao/web/form/use-send.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatDate } from '@krapao/web/ui/format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toasts.ts'

type Session = AnswerOf<'GET /api/console/sessions'>[number]

/** Where the operator is logged in; one of them or all others can be ended. */
export function OwnSessions() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['own-sessions'],
    queryFn: ({ signal }) => api('GET /api/console/sessions', { signal }),
  })
  /** Which one is being ended, by its id, or the others. */
  const [ending, setEnding] = useState<string>()
  const { busy, failure, send } = useSend()

  function end(id: string | undefined): void {
    setEnding(id ?? 'others')
    send(async () => {
      try {
        if (id === undefined) await api('DELETE /api/console/sessions')
        else await api('DELETE /api/console/sessions/:id', { params: { id } })
        toast('positive', t('operator.sessions.ended'))
      } finally {
        queries.invalidateQueries({ queryKey: ['own-sessions'] })
      }
    })
  }

  const sending = { busyLabel: t('operator.sessions.ending'), disabled: busy }
  return (
    <section aria-labelledby="own-sessions" className="grid grid-cols-1 gap-3">
      <div>
        <h2 id="own-sessions" className="text-base font-semibold">
          {t('operator.sessions.title')}
        </h2>
        <p className="text-sm text-ink-soft wrap-anywhere">{t('operator.sessions.lead')}</p>
      </div>
      {data ? (
        <ul className="divide-y divide-line rounded-card bg-card px-5 shadow-card">
          {data.map((session) => (
            <li key={session._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3.5 text-sm">
              <Facts session={session} />
              {!session.isOwn && (
                <Button
                  look="plain"
                  busy={busy && ending === session._id}
                  aria-label={t('operator.sessions.endOf', { at: formatDate(session.loggedInAt) })}
                  onClick={() => end(session._id)}
                  {...sending}
                >
                  {t('operator.sessions.end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <LoadingRows className="h-16" count={2} />
      )}
      <Refused text={failure === undefined ? undefined : errorText(failure)} />
      {data && data.length > 1 && (
        <Button look="danger" busy={busy && ending === 'others'} onClick={() => end(undefined)} {...sending}>
          {t('operator.sessions.endOthers')}
        </Button>
      )}
    </section>
  )
}

function Facts({ session }: { session: Session }) {
  const { t } = useTranslation()
  const { browser, system, address, loggedInAt, lastUsedAt, isOwn } = session
  const names = [browser, system].filter((one) => one !== null).join(' · ')
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="font-semibold wrap-break-word">
        {names || t('operator.sessions.unknown')}
        {isOwn && <span className="font-normal text-ink-soft"> ({t('operator.sessions.own')})</span>}
      </p>
      <p className="text-ink-soft">
        {address !== null && <>{t('operator.sessions.address', { address })} · </>}
        {/* Lines break between the two times and not within them. */}
        <span className="inline-block">{t('operator.sessions.since', { at: formatDate(loggedInAt) })}</span>
        <span className="block">{t('operator.sessions.used', { at: formatDate(lastUsedAt) })}</span>
      </p>
    </div>
  )
}
