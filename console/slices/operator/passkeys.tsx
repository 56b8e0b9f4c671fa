import type { AnswerOf } from '@krapao/contract/client.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { formatDate } from '@krapao/web/ui/format.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { NotLoaded } from '../../app/not-loaded.tsx'
import { LoadingRows } from '../../ui/loading-rows.tsx'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toasts.ts'
import { addPasskey, passkeyFailure } from './passkey-calls.ts'
import { useForm } from './use-form.ts'

type Passkey = AnswerOf<'GET /api/console/passkeys'>['passkeys'][number]

/** The operator's passkeys: each can be removed, and another one is added under a name. */
export function Passkeys() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['own-passkeys'],
    queryFn: ({ signal }) => api('GET /api/console/passkeys', { signal }),
  })
  const [removing, setRemoving] = useState<Passkey>()

  async function changed(): Promise<void> {
    await queries.invalidateQueries({ queryKey: ['own-passkeys'] })
    await queries.invalidateQueries({ queryKey: ['own-sessions'] })
    // Last: with the first one the page of somebody who needs one gives way to the console.
    await queries.invalidateQueries({ queryKey: ['operator'] })
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <h3 className="text-sm font-semibold">{t('operator.passkey.title')}</h3>
        <p className="text-sm text-ink-soft">{t('operator.passkey.lead')}</p>
      </div>
      {data ? (
        data.passkeys.length > 0 && (
          <ul className="divide-y divide-line rounded-card bg-card px-5 shadow-card">
            {data.passkeys.map((passkey) => (
              <li key={passkey._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3.5 text-sm">
                <Facts passkey={passkey} />
                <Button
                  look="plain"
                  aria-label={t('operator.passkey.removeOf', { name: passkey.name })}
                  onClick={() => setRemoving(passkey)}
                >
                  {t('operator.passkey.remove')}
                </Button>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <NotLoaded error={error} onRetry={refetch} />
      ) : (
        <LoadingRows className="h-16" count={1} />
      )}
      {data?.isPossible && <AddPasskey onAdded={changed} />}
      {data?.isPossible === false && (
        <p className="text-sm text-ink-soft">{t('operatorMsg.PASSKEY_UNAVAILABLE')}</p>
      )}
      {removing && (
        <RemovePasskey
          passkey={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => {
            setRemoving(undefined)
            return changed()
          }}
        />
      )}
    </div>
  )
}

function Facts({ passkey: { name, addedAt, lastUsedAt } }: { passkey: Passkey }) {
  const { t } = useTranslation()
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="font-semibold wrap-anywhere">{name}</p>
      <p className="text-ink-soft">
        {t('operator.passkey.added', { at: formatDate(addedAt) })} ·{' '}
        {lastUsedAt
          ? t('operator.passkey.used', { at: formatDate(lastUsedAt) })
          : t('operator.passkey.unused')}
      </p>
    </div>
  )
}

function AddPasskey({ onAdded }: { onAdded(): Promise<void> }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const form = useForm(passkeyFailure)
  const isMissing = name.trim() === ''
  return (
    <form
      ref={form.form}
      onSubmit={(event) =>
        form.submit(event, !isMissing, async () => {
          await addPasskey(name)
          setName('')
          toast('positive', t('operator.passkey.done'))
          await onAdded()
        })
      }
      noValidate
      className="grid gap-3"
    >
      <Field
        label={t('operator.passkey.name')}
        hint={t('operator.passkey.nameHint')}
        name="passkeyName"
        autoComplete="off"
        maxLength={40}
        required
        value={name}
        error={form.tried && isMissing ? t('ui.required') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        type="submit"
        look="quiet"
        busy={form.busy}
        busyLabel={t('operator.confirm.sending')}
        icon={<KeyRound className="size-5 shrink-0" aria-hidden />}
      >
        {t('operator.passkey.add')}
      </Button>
      <Refused text={form.refused} />
    </form>
  )
}

function RemovePasskey({
  passkey,
  onClose,
  onRemoved,
}: {
  passkey: Passkey
  onClose(): void
  onRemoved(): Promise<void>
}) {
  const { t } = useTranslation()
  const form = useForm()
  return (
    <Dialog
      title={t('operator.passkey.removeOf', { name: passkey.name })}
      onClose={onClose}
      locked={form.busy}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" className="flex-[1_1_7rem]" disabled={form.busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            form="remove-passkey"
            look="danger"
            className="flex-[2_1_9rem]"
            busy={form.busy}
            busyLabel={t('operator.passkey.removing')}
          >
            {t('operator.passkey.remove')}
          </Button>
        </div>
      }
    >
      <form
        id="remove-passkey"
        ref={form.form}
        onSubmit={(event) =>
          form.submit(event, true, async () => {
            await api('DELETE /api/console/passkeys/:id', { params: { id: passkey._id } })
            toast('positive', t('operator.passkey.removed'))
            await onRemoved()
          })
        }
        className="grid gap-4 text-sm"
      >
        <p>{t('operator.passkey.removeText')}</p>
        <Refused text={form.failure === undefined ? undefined : errorText(form.failure)} />
      </form>
    </Dialog>
  )
}
