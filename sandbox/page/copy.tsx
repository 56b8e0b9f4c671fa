import { useEffect, useState } from 'react'
import { useTexts } from './texts.tsx'

/** Copies a text and says so. `label`: what the button says before. */
export function Copy({ text, label }: { text: string; label: string }) {
  const { t } = useTexts()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <button type="button" className="quiet" onClick={async () => setCopied(await copy(text))}>
      <span aria-live="polite">{isCopied ? t('copied') : label}</span>
    </button>
  )
}

/** Whether it worked; the old way serves pages without https, such as a phone in the same network. */
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
