import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { Copy } from 'lucide-react'
import { toast } from './overlay.tsx'

/** Copies a text and shows a toast (product.md §8): "Copied: …" or "Failed to copy". */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast('positive', t('ui.copied', { text }))
    } catch {
      toast('negative', t('ui.copyFailed'))
    }
  }
}

/** A button that copies; `label` names what. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = useCopy()
  return (
    <IconButton label={label} onClick={() => copy(text)}>
      <Copy className="size-5" aria-hidden />
    </IconButton>
  )
}
