import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { cx } from '../ui/class-names.ts'

/**
 * Takes files that are dropped anywhere on its content.
 * @param disabled they are not taken; the browser does not open them in place of the page either
 */
export function FileDrop({
  onFile,
  disabled = false,
  className,
  children,
}: {
  onFile(file: File): void
  disabled?: boolean
  className?: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  // Entering a child comes before leaving its parent, so both are counted.
  const depth = useRef(0)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  function count(event: DragEvent, change: number): void {
    if (!hasFiles(event)) return
    depth.current += change
    setOver(depth.current > 0)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the paperclip does the same by keyboard
    <div
      className={cx('relative', className)}
      onDragEnter={(event) => count(event, 1)}
      onDragLeave={(event) => count(event, -1)}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        if (!disabled) for (const file of event.dataTransfer.files) onFile(file)
      }}
    >
      {children}
      {isOver && !disabled && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-2xl border-2 border-dashed border-link bg-card/90 p-4 text-center text-base font-semibold text-link">
          {t('chat.drop')}
        </div>
      )}
    </div>
  )
}
