import type { ChatMessage } from '@krapao/contract/slices/chat/message.ts'
import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { cx } from '../ui/class-names.ts'
import type { ChatEntry } from './chat-client.ts'
import { Bubble, type MessageActions, Words } from './message-parts.tsx'

type MediaPayload = Extract<ChatMessage, { message_type: 'media' }>['payload']

/**
 * Milliseconds after which a link is renewed; the server's links open a file for ten minutes (rules.md
 * §12.3).
 */
const linkLasts = 9 * 60_000

/**
 * Has a file's link renewed before it ends, while the page is seen. @returns what asks for another one at
 * once, once
 */
function useFreshLink({ key, number }: ChatEntry, filePath: string, onStale: MessageActions['onStale']) {
  const renewed = useRef('')
  useEffect(() => {
    if (number === null || filePath === '') return
    let isDue = false
    const renew = () => {
      if (isDue && document.visibilityState === 'visible') onStale?.(key)
    }
    const timer = setTimeout(() => {
      isDue = true
      renew()
    }, linkLasts)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [key, number, filePath, onStale])
  return () => {
    // A fresh link that does not open the file either is not the link's fault.
    if (number === null || renewed.current !== '') return
    renewed.current = filePath
    onStale?.(key)
  }
}

export function Media({
  entry,
  media,
  mine,
  onStale,
}: {
  entry: ChatEntry
  media: MediaPayload
  mine: boolean
  onStale: MessageActions['onStale']
}) {
  const { deliver } = entry
  const askFresh = useFreshLink(entry, media.filePath, onStale)
  const isUploading = deliver.status === 'uploading_file'
  return (
    <div className="grid w-60 max-w-[85%] gap-1.5">
      {media.message && (
        <Bubble mine={mine} full>
          <Words text={media.message} />
        </Bubble>
      )}
      <div className={cx('grid gap-1.5', isUploading && 'opacity-70')}>
        {media.fileType === 'image' && <Picture media={media} onFailed={askFresh} />}
        {media.fileType === 'video' && <Video media={media} onFailed={askFresh} />}
        {media.fileType === 'file' && <FileLink media={media} />}
      </div>
      {isUploading && <Progress share={deliver.progress} />}
    </div>
  )
}

function Picture({ media, onFailed }: { media: MediaPayload; onFailed(): void }) {
  const { t } = useTranslation()
  // What is seen is not loaded again because its link is a fresh one; who opens the picture follows that.
  const [loaded, setLoaded] = useState('')
  // By address: a fresh link is tried again.
  const [failed, setFailed] = useState('')
  const { width, height, filePath } = media
  if (failed === filePath && filePath !== '') {
    return (
      <p className="grid aspect-[4/3] place-items-center rounded-2xl border border-line bg-sunken px-4 text-center text-sm text-ink-soft">
        {t('chat.pictureFailed')}
      </p>
    )
  }
  const isKnown = width !== null && height !== null && width > 0 && height > 0
  return (
    <a
      href={filePath}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${t('chat.openPicture', { name: media.name })} (${t('ui.newTab')})`}
      className="block overflow-hidden rounded-2xl border border-line bg-sunken"
    >
      <img
        src={loaded || filePath}
        alt=""
        onLoad={() => setLoaded(isOwnDevice(filePath) ? '' : filePath)}
        {...(isKnown && { width, height })}
        onError={() => {
          setLoaded('')
          setFailed(filePath)
          onFailed()
        }}
        className={cx('max-h-80 w-full object-cover', isKnown ? 'h-auto' : 'aspect-[4/3]')}
      />
    </a>
  )
}

/** A picture that is being sent is shown from the device, by an address that ends when it is sent. */
const isOwnDevice = (address: string): boolean => address.startsWith('blob:')

function Video({ media, onFailed }: { media: MediaPayload; onFailed(): void }) {
  const { t } = useTranslation()
  // Another address would begin the video anew, so a fresh link is taken only where the one before has
  // failed.
  const [source, setSource] = useState(media.filePath)
  const [failed, setFailed] = useState('')
  if (source !== media.filePath && (failed === source || isOwnDevice(source))) setSource(media.filePath)
  return (
    // biome-ignore lint/a11y/useMediaCaption: what people film themselves has no captions
    <video
      src={source}
      onError={() => {
        setFailed(source)
        onFailed()
      }}
      controls
      playsInline
      preload="metadata"
      aria-label={t('chat.video', { name: media.name })}
      className="aspect-video w-full rounded-2xl border border-line bg-sunken"
    />
  )
}

function FileLink({ media }: { media: MediaPayload }) {
  const { t } = useTranslation()
  return (
    <a
      href={media.filePath}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-14 items-center gap-3 rounded-2xl border border-line bg-card px-4 py-2 text-sm"
    >
      <FileText className="size-6 shrink-0 text-ink-soft" aria-hidden />
      <span className="min-w-0">
        <span className="block font-medium text-link [overflow-wrap:anywhere]">
          {media.name || t('chat.file')}
        </span>
        <span className="text-xs text-ink-soft">{sizeOf(media.size)}</span>
        <span className="sr-only"> ({t('ui.newTab')})</span>
      </span>
    </a>
  )
}

/** Bytes → "3.4 MB". */
const sizeOf = (bytes: number): string =>
  bytes >= 1024 * 1024
    ? `${(bytes / 1024 / 1024).toFixed(1)} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} kB`

function Progress({ share }: { share: number }) {
  const { t } = useTranslation()
  const percent = Math.round(share * 100)
  const text = t('chat.uploading', { percent })
  return (
    <div className="grid gap-1 px-1">
      <progress
        value={percent}
        max={100}
        aria-label={text}
        className="h-1.5 w-full overflow-hidden rounded-full bg-line accent-link [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-link"
      />
      <span aria-hidden className="text-xs text-ink-soft">
        {text}
      </span>
    </div>
  )
}
