import type { AnswerOf } from '@krapao/contract/client.ts'
import { type PushKind, pushKinds } from '@krapao/contract/slices/push/kinds.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Field } from '@krapao/web/ui/field.tsx'
import { Failed, Loading, Note, Skeleton } from '@krapao/web/ui/states.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../frame/calls/api.ts'
import { errorText } from '../../frame/calls/errors.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/overlay.tsx'
import type { PushState } from './push.ts'
import { SwitchField } from './switch-field.tsx'
import { settingsKey, usePush, useSwitch } from './use-push.ts'

type Given = AnswerOf<'GET /api/push/settings'>
type Settings = Given['settings']

const preset = { quietFrom: '22:00', quietUntil: '08:00' }

/** Messages while the app is closed: on this browser or not, and of what (product.md §2 Settings). */
export function Notifications() {
  const { t } = useTranslation()
  const { given, state } = usePush()
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-xl font-semibold">{t('settings.push.title')}</h2>
      {given.isError ? (
        <Failed text={errorText(given.error)} onRetry={() => given.refetch()} />
      ) : given.data && state ? (
        <Shown given={given.data} state={state} />
      ) : (
        <Loading>
          <Skeleton className="h-14" />
        </Loading>
      )}
    </Card>
  )
}

function Shown({ given, state }: { given: Given; state: PushState }) {
  const { t } = useTranslation()
  const change = useSwitch(given, () => toast('negative', t('settings.push.failed')))
  if (state === 'unsupported' || state === 'install' || state === 'denied') {
    const Icon = state === 'install' ? Smartphone : BellOff
    return (
      <Note tone="neutral" icon={<Icon className="mt-0.5 size-5 shrink-0" aria-hidden />}>
        {t(`settings.push.${state}`)}
      </Note>
    )
  }
  return (
    <>
      <SwitchField
        label={t('settings.push.on')}
        hint={t('settings.push.hint')}
        checked={change.isPending ? change.variables : state === 'on'}
        busy={change.isPending}
        onChange={(on) => change.mutate(on)}
      />
      {state === 'on' && <Kinds settings={given.settings} />}
    </>
  )
}

/** What of, and when without a sound. A change holds for all devices of the member. */
function Kinds({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (body: Settings) => api('PUT /api/push/settings', body),
    // One after the other: of two quick changes the later one must be the last at the server.
    scope: { id: 'push-settings' },
    onError: (error) => {
      toast('negative', errorText(error))
      queries.invalidateQueries({ queryKey: settingsKey })
    },
  })
  function change(changes: Partial<Settings>): void {
    const latest = queries.getQueryData<Given>(settingsKey)
    if (!latest) return
    const next = { ...latest.settings, ...changes }
    queries.setQueryData(settingsKey, { ...latest, settings: next })
    save.mutate(next)
  }
  const { kinds, quietFrom, quietUntil } = settings
  const isQuiet = quietFrom !== quietUntil
  return (
    <div className="grid grid-cols-1 gap-1 border-t border-line pt-3">
      {pushKinds.map((kind: PushKind) => (
        <SwitchField
          key={kind}
          label={t(`settings.push.kind.${kind}`)}
          checked={kinds[kind]}
          onChange={(on) => change({ kinds: { ...kinds, [kind]: on } })}
        />
      ))}
      <div className="mt-2 border-t border-line pt-3">
        <SwitchField
          label={t('settings.push.quiet')}
          hint={t('settings.push.quietHint')}
          checked={isQuiet}
          onChange={(on) => change(on ? preset : { quietFrom: '00:00', quietUntil: '00:00' })}
        />
      </div>
      {isQuiet && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 pt-1">
          <Time
            label={t('settings.push.from')}
            value={quietFrom}
            onChange={(quietFrom) => change({ quietFrom })}
          />
          <Time
            label={t('settings.push.until')}
            value={quietUntil}
            onChange={(quietUntil) => change({ quietUntil })}
          />
        </div>
      )}
    </div>
  )
}

/** Saved when the field is left: while it is typed, a time passes through many others. */
function Time({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  const [typed, setTyped] = useState(value)
  return (
    <Field
      label={label}
      type="time"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (!/^\d\d:\d\d$/.test(typed)) setTyped(value)
        else if (typed !== value) onChange(typed)
      }}
    />
  )
}
