import { useSend } from '@krapao/web/form/use-send.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { Trash2 } from 'lucide-react'
import { sendForm } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { PictureInput } from '../../../ui/picture-input.tsx'
import { Refused } from '../../../ui/refused.tsx'

/** The picture of a card, uploaded as soon as it is chosen. */
export function PictureField({
  value,
  onChange,
  place,
  error,
}: {
  value: string | null
  onChange(value: string | null): void
  /** Its place in the content. */
  place: string
  error?: string | undefined
}) {
  const { t } = useTranslation()
  const { busy, failure, send } = useSend()

  async function upload(file: File): Promise<void> {
    const form = new FormData()
    form.set('file', file)
    const { image } = await sendForm('POST /api/console/chat-bot/pictures', form)
    onChange(image)
  }

  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      {value !== null && (
        <div className="flex max-w-full items-start gap-2">
          <img
            src={value}
            alt={t('chats.bot.picture')}
            className="aspect-video w-44 min-w-0 shrink rounded-xl border border-line bg-sunken object-cover"
          />
          <IconButton label={t('chats.bot.removePicture')} onClick={() => onChange(null)}>
            <Trash2 className="size-5" aria-hidden />
          </IconButton>
        </div>
      )}
      <PictureInput
        label={t(
          busy ? 'chats.bot.uploading' : value === null ? 'chats.bot.addPicture' : 'chats.bot.otherPicture',
        )}
        busy={busy}
        place={place}
        onFile={(file) => send(() => upload(file))}
      />
      <p className="text-sm text-ink-soft">{t('chats.bot.pictureHint')}</p>
      {error && (
        <p role="alert" className="text-sm text-negative">
          {error}
        </p>
      )}
      <Refused text={failure === undefined ? undefined : errorText(failure)} />
    </div>
  )
}
