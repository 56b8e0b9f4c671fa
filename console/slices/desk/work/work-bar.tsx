import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { AlarmClock, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { toast } from '../../../ui/toasts.ts'
import { formatWhen } from '../../../ui/when.ts'
import { AssignModal } from './assign-modal.tsx'
import { changeWork, type Subject, useNotes } from './queries.ts'
import { SnoozeModal } from './snooze-modal.tsx'

/**
 * Who has an item, until when it is out of the lists, and the buttons that change both. A conversation is
 * given by the chat's own button.
 * @param onLeft the item has left the lists
 * @param compact on phones the buttons have no words, where other controls are in the same row
 */
export function WorkBar({
  queue,
  id,
  onLeft,
  compact = false,
}: Subject & { onLeft(): void; compact?: boolean }) {
  const { t } = useTranslation()
  const { data } = useNotes({ queue, id })
  const [asked, setAsked] = useState<'assign' | 'snooze'>()
  const about = data?.pages[0]
  const close = () => setAsked(undefined)
  const { assigned = null, snoozed = null } = about ?? {}

  async function wake(): Promise<void> {
    try {
      await changeWork(() => api('DELETE /api/console/desk/:queue/:id/snooze', { params: { queue, id } }))
    } catch (error) {
      toast('negative', errorText(error))
    }
  }

  const look = 'min-h-11 px-3 text-sm'
  return (
    <div className="grid gap-1">
      {snoozed && (
        <p className="rounded-xl bg-sunken px-3 py-2 text-sm wrap-anywhere">
          <span className="font-medium">
            {t('work.snooze.state', { name: snoozed.by.name, at: formatWhen(snoozed.until) })}
          </span>{' '}
          {snoozed.reason}
        </p>
      )}
      <div className={cx('flex flex-wrap items-center', !compact && '-mx-3')}>
        {queue !== 'chat' && (
          <Button
            look="plain"
            className={look}
            icon={<UserRoundPlus className="size-4.5" aria-hidden />}
            disabled={!about}
            onClick={() => setAsked('assign')}
          >
            {assigned ? t('work.assign.state', { name: assigned.name }) : t('work.assign.title')}
          </Button>
        )}
        <Button
          look="plain"
          className={look}
          icon={<AlarmClock className="size-4.5" aria-hidden />}
          disabled={!about}
          onClick={() => (snoozed ? wake() : setAsked('snooze'))}
        >
          <span className={cx(compact && 'sr-only wide:not-sr-only')}>
            {t(snoozed ? 'work.snooze.wake' : 'work.snooze.title')}
          </span>
        </Button>
      </div>
      {asked === 'assign' && queue !== 'chat' && (
        <AssignModal queue={queue} id={id} to={assigned?._id ?? ''} onClose={close} />
      )}
      {asked === 'snooze' && about && (
        <SnoozeModal
          queue={queue}
          id={id}
          minutes={about.snoozeMinutes}
          onClose={close}
          onDone={() => {
            close()
            onLeft()
          }}
        />
      )}
    </div>
  )
}
