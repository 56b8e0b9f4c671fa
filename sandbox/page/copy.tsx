import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { SmallButton } from './small-button.tsx'
import { toast } from './toasts.ts'

/** A button that copies a text and confirms it; `label` names the text. */
export function Copy({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  const press = async () => {
    if (await copy(text)) toast('positive', t('ui.copied'))
    else toast('negative', t('ui.copyFailed'))
  }
  return <SmallButton onClick={press}>{label}</SmallButton>
}

/**
 * Copies a text. `execCommand` is for pages without https, such as on a phone in the same network.
 * @returns whether the text was copied
 */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    document.body.append(field)
    field.select()
    const done = document.execCommand('copy')
    field.remove()
    return done
  }
}
