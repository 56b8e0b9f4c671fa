import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { Copy } from 'lucide-react'
import { toast } from './overlay.tsx'

/**
 * Copies a text and shows a toast (product.md §8): "Copied: …" or "Failed to copy". A secret is copied and
 * not shown to whoever looks on.
 */
export function useCopy(): (text: string, isSecret?: boolean) => Promise<void> {
  const { t } = useTranslation()
  return async (text, isSecret = false) => {
    try {
      await navigator.clipboard.writeText(text)
      toast('positive', isSecret ? t('ui.copiedSecret') : t('ui.copied', { text }))
    } catch {
      toast('negative', t('ui.copyFailed'))
    }
  }
}

/** A button that copies; `label` names what. */
export function CopyButton({
  text,
  label,
  isSecret = false,
}: {
  text: string
  label: string
  isSecret?: boolean
}) {
  const copy = useCopy()
  return (
    <IconButton label={label} onClick={() => copy(text, isSecret)}>
      <Copy className="size-5" aria-hidden />
    </IconButton>
  )
}
