import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { useState } from 'react'
import { textOr } from '../../../app/i18n.ts'
import { keepChoice, type NoticeChoice, permission, readChoice } from '../../../app/notices.ts'
import { playTone } from '../../../app/tone.ts'
import { useQueues } from '../queries.ts'

/** Which new work makes a tone or a notification of the browser, for this person in this browser. */
export function NoticeSettings() {
  const { t } = useTranslation()
  const { data: queues = [] } = useQueues()
  const [allowed, setAllowed] = useState(permission)
  const kinds = ['mention', 'chat', ...queues.map(({ queue }) => queue)]
  const nameOf = (kind: string): string =>
    kind === 'mention'
      ? t('work.view.mentions')
      : kind === 'chat'
        ? t('work.notice.chats')
        : textOr([`desk.queue.${kind}.name`], kind)
  return (
    <section className="grid gap-3">
      <h2 className="text-xl font-semibold">{t('work.notice.title')}</h2>
      <p className="text-sm text-ink-soft">{t('work.notice.lead')}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" className="px-4 text-sm" onClick={() => playTone()}>
          {t('work.notice.try')}
        </Button>
        {allowed === 'default' && (
          <Button
            look="quiet"
            className="px-4 text-sm"
            onClick={async () => setAllowed(await Notification.requestPermission())}
          >
            {t('work.notice.allow')}
          </Button>
        )}
      </div>
      {(allowed === 'denied' || allowed === 'impossible') && (
        <p className="text-sm text-notice">{t(`work.notice.${allowed}`)}</p>
      )}
      <p className="text-sm font-medium">{t('work.notice.of')}</p>
      <ul className="divide-y divide-line text-sm">
        {kinds.map((kind) => (
          <Row key={kind} kind={kind} name={nameOf(kind)} />
        ))}
      </ul>
    </section>
  )
}

function Row({ kind, name }: { kind: string; name: string }) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<NoticeChoice>(() => readChoice(kind))
  const change = (next: NoticeChoice) => {
    keepChoice(kind, next)
    setChoice(next)
  }
  return (
    // With large letters the boxes are below the name.
    <li className="flex flex-wrap items-center gap-x-4">
      <span className="min-w-0 flex-[1_1_10rem] py-2 font-medium">{name}</span>
      {(['sound', 'browser'] as const).map((way) => (
        <label key={way} className="inline-flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="size-5 accent-link"
            checked={choice[way]}
            onChange={(event) => change({ ...choice, [way]: event.target.checked })}
          />
          <span className="sr-only">{name}: </span>
          {t(`work.notice.${way}`)}
        </label>
      ))}
    </li>
  )
}
