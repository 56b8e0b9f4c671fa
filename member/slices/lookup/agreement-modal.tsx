import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { Html } from '@krapao/web/ui/html.tsx'
import { Failed } from '@krapao/web/ui/states.tsx'
import { useId, useState } from 'react'
import { errorText } from '../../frame/calls/errors.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { useTexts } from './texts-query.ts'

/**
 * The agreement after login. The dashboard opens it after 1.5 s, unless it is remembered (product.md §2 Home
 * dashboard, §3 Stored browser entries). Only agreeing with the box ticked keeps it from opening again, which
 * stands below the box.
 */
export default function AgreementModal({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const [remember, setRemember] = useState(false)
  const hint = useId()
  const texts = useTexts('GET /api/lookup/agreements')
  // Nobody asked for it, so it opens once its text is loaded and does not grow afterwards.
  if (texts.isPending) return null

  function agree(): void {
    if (remember) local.keep('remember-agreement', 'true')
    onClose()
  }

  return (
    <Dialog
      title={t('lookup.agreement.title')}
      onClose={onClose}
      footer={
        <div className="grid gap-3">
          <div>
            <CheckField
              label={t('lookup.agreement.remember')}
              aria-describedby={hint}
              checked={remember}
              onChange={(event) => setRemember(event.target.checked)}
            />
            {/* Both have their room, so that the button stays where it is. */}
            <p id={hint} className="-mt-1 grid pl-8 text-sm text-ink-soft *:[grid-area:1/1]">
              <span className={cx(remember && 'invisible')}>{t('lookup.agreement.again')}</span>
              <span className={cx(!remember && 'invisible')}>{t('lookup.agreement.kept')}</span>
            </p>
          </div>
          <Button wide onClick={agree} disabled={!texts.data}>
            {t('lookup.agreement.confirm')}
          </Button>
        </div>
      }
    >
      {texts.isError && <Failed text={errorText(texts.error)} onRetry={() => texts.refetch()} />}
      {texts.data && (
        <ol className="grid gap-4">
          {texts.data.agreements.map((html, at) => (
            <li key={html} className="flex gap-3">
              <span
                aria-hidden
                className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-sm font-semibold text-link"
              >
                {at + 1}
              </span>
              <Html html={html} className="min-w-0 flex-1" />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
