import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import type { PushListed } from '../wire.ts'
import { api } from './api.ts'
import { Device, Entry, Latest } from './device.tsx'
import { usePolled } from './polled.ts'
import { formatWhen } from './when.ts'

/** The push service of a browser maker: the messages that devices got, as they show them. */
export function Push() {
  const { t } = useTranslation()
  const messages = usePolled(['push'], () => api('GET /sandbox/api/push'))
  return (
    <Device id="push" away={messages.failed}>
      <Latest
        title={t('push.latest')}
        empty={t('push.empty')}
        items={messages.value}
        render={(message) => <Shown key={message.id} message={message} />}
      />
    </Device>
  )
}

function Shown({ message: { deviceId, content, createdAt } }: { message: PushListed }) {
  const { t } = useTranslation()
  const { title, body, lang, silent } = readContent(content)
  const place = (
    <>
      <time dateTime={createdAt}>{formatWhen(createdAt)}</time> ·{' '}
      {t('push.device', { id: deviceId.slice(-6) })}
    </>
  )
  return (
    <Entry
      lines={[
        <span key="title" lang={lang}>
          {title}
        </span>,
        <span key="body" lang={lang}>
          {body}
        </span>,
        place,
        silent && t('push.silent'),
      ]}
    >
      {null}
    </Entry>
  )
}

/** What the member app's worker reads of it; a message of another make is shown as it is. */
function readContent(content: string): { title: string; body?: string; lang?: string; silent?: boolean } {
  try {
    const read = JSON.parse(content)
    return typeof read?.title === 'string' ? read : { title: content }
  } catch {
    return { title: content }
  }
}
