import { ImagePlus, LoaderCircle } from 'lucide-react'
import { useId } from 'react'

/**
 * A button that chooses one picture. @param place marks the field, so that a problem's place can take the
 * focus
 */
export function PictureInput({
  label,
  busy,
  place,
  onFile,
}: {
  label: string
  busy: boolean
  place?: string
  onFile(file: File): void
}) {
  const id = useId()
  const Icon = busy ? LoaderCircle : ImagePlus
  return (
    <div>
      {/* The field itself takes the focus; its label is what is seen. */}
      <input
        id={id}
        type="file"
        data-place={place}
        accept="image/png,image/jpeg,image/webp"
        disabled={busy}
        className="peer sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <label
        htmlFor={id}
        className="inline-flex min-h-12 cursor-pointer flex-wrap items-center gap-2 rounded-2xl bg-sunken px-4 py-2 font-semibold peer-focus-visible:outline-2 peer-focus-visible:outline-link"
      >
        <Icon className={busy ? 'size-5 shrink-0 animate-spin' : 'size-5 shrink-0'} aria-hidden />
        {label}
      </label>
    </div>
  )
}
