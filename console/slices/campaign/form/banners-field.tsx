import type { Banner } from '@krapao/contract/slices/campaign/content.ts'
import { maxBanners } from '@krapao/contract/slices/campaign/kinds.ts'
import { useSend } from '@krapao/web/form/use-send.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { CircleAlert, Trash2 } from 'lucide-react'
import { sendForm } from '../../../app/api.ts'
import { errorText } from '../../../app/errors.ts'
import { PictureInput } from '../../../ui/picture-input.tsx'
import { Refused } from '../../../ui/refused.tsx'
import { emptyBanner } from '../empty-content.ts'
import { useFormFacts } from './form-context.ts'
import { HtmlField } from './html-field.tsx'

export const pictureAddress = (image: string): string => `/files/campaign/${image}`

/** Pictures with words beside them, in the order in which members swipe through them. */
export function BannersField({
  banners,
  onChange,
}: {
  banners: Banner[]
  /** Given the change, not the banners: while a picture is sent, other fields and banners may be changed. */
  onChange(make: (banners: Banner[]) => Banner[]): void
}) {
  const { t } = useTranslation()
  const { errorOf } = useFormFacts()
  const { busy, failure, send } = useSend()

  async function add(file: File): Promise<void> {
    const form = new FormData()
    form.set('file', file)
    const { image } = await sendForm('POST /api/console/campaigns/pictures', form)
    onChange((now) => [...now, emptyBanner(image)])
  }

  return (
    <div className="grid gap-5">
      {banners.map((banner, at) => {
        const error = errorOf(`content/banners/${at}/image`)
        return (
          <div key={banner.image} className="grid gap-3 border-b border-line pb-5">
            <div className="flex items-start gap-2">
              <img
                src={pictureAddress(banner.image)}
                alt={t('campaign.bannerOf', { number: at + 1 })}
                className="max-h-40 max-w-[calc(100%-3.5rem)] rounded-xl border border-line"
              />
              <IconButton
                label={t('campaign.removeBanner', { number: at + 1 })}
                onClick={() => onChange((now) => now.filter((one) => one.image !== banner.image))}
              >
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </div>
            {error && (
              <p role="alert" className="flex items-start gap-1.5 text-sm text-negative">
                <CircleAlert className="mt-1 size-3.5 shrink-0" aria-hidden />
                {error}
              </p>
            )}
            <HtmlField
              label={t('campaign.bannerWords')}
              path={`content/banners/${at}/html`}
              value={banner.html}
              onChange={(html) =>
                onChange((now) => now.map((one) => (one.image === banner.image ? { ...one, html } : one)))
              }
            />
          </div>
        )
      })}
      {banners.length < maxBanners && (
        <div>
          <PictureInput
            label={t(busy ? 'campaign.uploading' : 'campaign.addBanner')}
            busy={busy}
            onFile={(file) => send(() => add(file))}
          />
          <p className="mt-1.5 text-sm text-ink-soft">{t('campaign.bannerHint')}</p>
        </div>
      )}
      <Refused text={failure === undefined ? undefined : errorText(failure)} />
    </div>
  )
}
