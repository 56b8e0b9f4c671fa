import { may } from '@krapao/contract/slices/operator/roles.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Hourglass } from 'lucide-react'
import { useRef, useState } from 'react'
import { errorText } from '../../app/errors.ts'
import { useOperator } from '../../app/use-operator.ts'
import { toast } from '../../ui/toasts.ts'
import { formatWhen } from '../../ui/when.ts'
import { isReasonMissing, ReasonInput } from '../desk/public.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** A text of the bot or a canned reply that waits for a second person, because it leads to new hosts. */
interface WaitingText {
  operator: { _id: string; name: string } | null
  at: string | null
  newHosts: string[]
}
type Verdict = 'approve' | 'refuse'

/**
 * Says what waits, to which hosts it leads and who asked, and lets another owner or cashier approve or refuse
 * it.
 * @param title what waits, as a question names it
 * @param send carries a decision out; what it throws is shown
 */
export function WaitingNote({
  waiting: { operator: author, at, newHosts },
  title,
  send,
}: {
  waiting: WaitingText
  title: string
  send(verdict: Verdict, reason: string): Promise<unknown>
}) {
  const { t } = useTranslation()
  const { operator } = useOperator()
  const [asks, setAsks] = useState<Verdict>()
  const mayDecide = operator !== undefined && may(operator.role, 'decideChatTexts')
  const isOwn = operator !== undefined && operator._id === author?._id
  return (
    <section
      aria-label={t('chats.waiting.title')}
      className="grid gap-2 rounded-card bg-notice-soft px-4 py-3 text-sm text-notice"
    >
      <p className="flex items-start gap-2.5 font-semibold">
        <Hourglass className="mt-0.5 size-5 shrink-0" aria-hidden />
        {t('chats.waiting.title')}
      </p>
      <p>{t('chats.waiting.hosts', { count: newHosts.length })}</p>
      <ul className="grid gap-1 font-mono font-semibold wrap-anywhere">
        {newHosts.map((host) => (
          <li key={host}>{host}</li>
        ))}
      </ul>
      {author && at && <p>{t('chats.waiting.by', { name: author.name, at: formatWhen(at) })}</p>}
      <p>{t(isOwn ? 'chats.waiting.own' : mayDecide ? 'chats.waiting.look' : 'chats.waiting.others')}</p>
      {mayDecide && (
        // Places and looks as at the desk.
        <div className="mt-1 grid grid-cols-[1fr_2fr] gap-3 wide:flex wide:justify-end">
          <Button look="quiet" onClick={() => setAsks('refuse')}>
            {t('chats.waiting.refuse')}
          </Button>
          {!isOwn && <Button onClick={() => setAsks('approve')}>{t('chats.waiting.approve')}</Button>}
        </div>
      )}
      {asks && (
        <DecideDialog
          verdict={asks}
          title={title}
          hosts={newHosts}
          send={(reason) => send(asks, reason)}
          onClose={() => setAsks(undefined)}
        />
      )}
    </section>
  )
}

/** Asks why, and decides. */
function DecideDialog({
  verdict,
  title,
  hosts,
  send,
  onClose,
}: {
  verdict: Verdict
  title: string
  hosts: string[]
  send(reason: string): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const isMissing = isReasonMissing(reason)
  return (
    <ConfirmDialog
      title={t(`chats.waiting.ask.${verdict}`, { title })}
      text={t(`chats.waiting.meaning.${verdict}`, { hosts: hosts.join(', ') })}
      label={t(`chats.waiting.${verdict}`)}
      busyLabel={t('chats.replies.saving')}
      {...(verdict === 'refuse' && { look: 'danger' as const })}
      onClose={onClose}
      mayRun={() => {
        setTried(true)
        if (isMissing) field.current?.querySelector('textarea')?.focus()
        return !isMissing
      }}
      run={async () => {
        // The dialog goes with what it was about, for instance when a colleague was quicker.
        await send(reason).catch((error: unknown) => {
          toast('negative', errorText(error))
          throw error
        })
        toast('positive', t(`chats.waiting.done.${verdict}`))
      }}
    >
      <div ref={field} className="grid py-4">
        <ReasonInput value={reason} isMissing={tried && isMissing} onChange={setReason} />
      </div>
    </ConfirmDialog>
  )
}
