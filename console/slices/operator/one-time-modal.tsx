import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { formatDate } from '@krapao/web/ui/format.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { Copy, TriangleAlert } from 'lucide-react'
import { useState } from 'react'

/** A one-time password and its operator. */
export interface Given {
  name: string
  password: string
  until: string
}

/** Shows a one-time password; it cannot be shown again. */
export function OneTimeModal({ given, onClose }: { given: Given; onClose(): void }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    // If the browser refuses to copy, the password is read off the screen.
    await navigator.clipboard?.writeText(given.password).then(
      () => setCopied(true),
      () => {},
    )
  }

  return (
    <Dialog
      title={t('operator.staff.oneTime', { name: given.name })}
      onClose={onClose}
      footer={
        <Button wide onClick={onClose}>
          {t('operator.staff.done')}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Note icon={<TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />}>
          {t('operator.staff.oneTimeText', { at: formatDate(given.until) })}
        </Note>
        <p className="rounded-2xl bg-sunken px-4 py-4 text-center font-mono text-xl font-semibold wrap-anywhere select-all">
          {given.password}
        </p>
        <Button look="quiet" icon={<Copy className="size-5" aria-hidden />} onClick={copy}>
          {t(isCopied ? 'operator.staff.copied' : 'operator.staff.copy')}
        </Button>
      </div>
    </Dialog>
  )
}
