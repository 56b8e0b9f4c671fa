import type { AnswerOf } from '@krapao/contract/client.ts'
import { useSend } from '@krapao/web/form/use-send.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Check, Copy, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../app/api.ts'
import { errorText } from '../../app/errors.ts'
import { useOperator } from '../../app/use-operator.ts'
import { Refused } from '../../ui/refused.tsx'
import { toast } from '../../ui/toasts.ts'
import { CodeField } from './code-field.tsx'
import { Passkeys } from './passkeys.tsx'
import { useForm } from './use-form.ts'

/** The operator's second factor: passkeys, and codes of an authenticator app. */
export function SecondFactor() {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const { hasCode = false, hasPasskey = false, mustSet = false } = operator?.secondFactor ?? {}
  const isSet = hasCode || hasPasskey
  return (
    <section aria-labelledby="second-factor" className="grid grid-cols-1 gap-5">
      <div>
        <h2 id="second-factor" className="text-base font-semibold">
          {t('operator.factor.title')}
        </h2>
        <p className="text-sm text-ink-soft">
          {t(mustSet ? 'operator.factor.must' : isSet ? 'operator.factor.isSet' : 'operator.factor.lead')}
        </p>
      </div>
      {isSet && (
        <Note tone="positive" icon={<ShieldCheck className="mt-0.5 size-5 shrink-0" aria-hidden />}>
          {t('operator.factor.lost')}
        </Note>
      )}
      <Passkeys />
      <Codes isSet={hasCode} />
    </section>
  )
}

/** Codes: set up with an authenticator app, by a QR code or by typing its secret. */
function Codes({ isSet }: { isSet: boolean }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<AnswerOf<'POST /api/console/second-factor'>>()
  const { busy, failure, send } = useSend()
  const prepare = () => send(async () => setMade(await api('POST /api/console/second-factor', {})))

  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <h3 className="text-sm font-semibold">{t('operator.factor.codes')}</h3>
        <p className="text-sm text-ink-soft">
          {t(isSet ? 'operator.factor.codesSet' : 'operator.factor.codesLead')}
        </p>
      </div>
      {isSet ? null : made ? (
        <SetUp made={made} />
      ) : (
        <Button look="quiet" busy={busy} busyLabel={t('operator.confirm.sending')} onClick={prepare}>
          {t('operator.factor.make')}
        </Button>
      )}
      <Refused text={failure === undefined ? undefined : errorText(failure)} />
    </div>
  )
}

function SetUp({ made }: { made: AnswerOf<'POST /api/console/second-factor'> }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [isCopied, setCopied] = useState(false)
  const form = useForm()
  return (
    <form
      ref={form.form}
      onSubmit={(event) =>
        form.submit(
          event,
          code.length === 6,
          async () => {
            await api('PUT /api/console/second-factor', { code })
            toast('positive', t('operator.factor.done'))
            await queries.invalidateQueries({ queryKey: ['operator'] })
          },
          'code',
          () => setCode(''),
        )
      }
      noValidate
      className="grid gap-4"
    >
      <p className="text-sm">{t('operator.factor.scan')}</p>
      <img
        src={made.picture}
        alt={t('operator.factor.picture')}
        width={200}
        height={200}
        className="justify-self-center rounded-2xl bg-white"
      />
      <p className="text-sm">{t('operator.factor.type')}</p>
      <div className="flex items-center gap-2 rounded-2xl bg-sunken py-1.5 pr-1.5 pl-4">
        <p className="min-w-0 flex-1 text-center font-mono font-semibold wrap-anywhere select-all">
          {made.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </p>
        <IconButton
          label={t(isCopied ? 'operator.staff.copied' : 'operator.factor.copy')}
          onClick={async () => {
            // If the browser refuses to copy, the text is read off the screen.
            await navigator.clipboard?.writeText(made.secret).then(
              () => setCopied(true),
              () => {},
            )
          }}
        >
          {isCopied ? <Check className="size-5" aria-hidden /> : <Copy className="size-5" aria-hidden />}
        </IconButton>
      </div>
      <CodeField value={code} tried={form.tried} wrong={form.wrong} autoFocus onChange={setCode} />
      <Button type="submit" wide busy={form.busy} busyLabel={t('operator.confirm.sending')}>
        {t('operator.factor.submit')}
      </Button>
      <Refused text={form.refused} />
    </form>
  )
}
