import { useTitle } from '@krapao/web/brand/title.ts'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GuideModal } from './guide-modal.tsx'
import { type Guide, guidePicture, guides } from './guides.ts'

/** Guides with pictures; each opens in a modal (product.md §2 Howto). */
export default function HowtoPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<Guide>()
  useTitle(t('lookup.howto.title'))

  return (
    <div className="mx-auto grid max-w-3xl gap-5">
      <div>
        <h1 className="text-2xl font-bold">{t('lookup.howto.title')}</h1>
        <p className="text-base text-ink-soft">{t('lookup.howto.lead', { guides: guides.length })}</p>
      </div>
      <ul className="grid gap-3">
        {guides.map((guide) => (
          <li key={guide}>
            <button
              type="button"
              onClick={() => setOpen(guide)}
              className="flex w-full items-center gap-4 rounded-card bg-card p-3 pr-4 text-left shadow-card hover:bg-sunken"
            >
              <img
                src={guidePicture(guide, 1)}
                alt=""
                width={104}
                height={78}
                className="w-20 shrink-0 rounded-xl min-[360px]:w-26"
              />
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className="text-base font-semibold">{t(`lookup.howto.${guide}.title`)}</span>
                <span className="text-sm text-ink-soft">{t(`lookup.howto.${guide}.text`)}</span>
              </span>
              <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {open && <GuideModal guide={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
