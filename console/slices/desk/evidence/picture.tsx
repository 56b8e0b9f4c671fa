import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Skeleton } from '@krapao/web/ui/states.tsx'
import { useQueryClient } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useState } from 'react'
import { pathOf } from './use-pictures.ts'

/** Times that a picture is asked for before it counts as gone. */
const mostTries = 3

/**
 * One picture by its signed address. Each answer of the server brings a new address of the same file; the
 * first one is used until it no longer loads, so that the picture does not flicker. Then new ones are asked
 * for, and where none loads it says so.
 * @param button makes it one, with a label of its own
 * @param onSize called with width by height once it is loaded
 */
export function Picture({
  address,
  alt,
  className,
  style,
  button,
  onSize,
}: {
  address: string
  alt: string
  className?: string
  style?: CSSProperties
  button?: { label: string; onPress(): void }
  onSize?(ratio: number): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [shown, setShown] = useState(address)
  const [tries, setTries] = useState(0)
  const [isLoaded, setLoaded] = useState(false)
  const [failed, setFailed] = useState<string>()
  // Another picture, or the same one with a signature that is valid again.
  if (pathOf(shown) !== pathOf(address) || (failed === shown && shown !== address)) setShown(address)
  const askAnew = () => queries.invalidateQueries({ queryKey: ['desk'] })

  async function retry(): Promise<void> {
    await askAnew()
    setTries(0)
  }
  if (tries >= mostTries) {
    return (
      <div role="alert" className="grid justify-items-start gap-2 text-sm text-ink-soft">
        <p>{t('desk.pictureGone')}</p>
        <Button look="quiet" className="min-h-11 px-4 text-sm" onClick={retry}>
          {t('ui.retry')}
        </Button>
      </div>
    )
  }
  const image = (
    <>
      {!isLoaded && <Skeleton className="absolute inset-0" />}
      <img
        key={tries}
        src={shown}
        alt={alt}
        style={style}
        className={cx('mx-auto block min-h-24 min-w-24 max-w-full object-contain', className)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          setLoaded(true)
          setTries(0)
          onSize?.(naturalWidth / naturalHeight)
        }}
        onError={async () => {
          setLoaded(false)
          setFailed(shown)
          await askAnew()
          setTries((now) => now + 1)
        }}
      />
    </>
  )
  if (!button) return <div className="relative min-h-24">{image}</div>
  return (
    <button
      type="button"
      aria-label={button.label}
      className="relative block max-w-full overflow-hidden rounded-2xl border border-line bg-card"
      onClick={button.onPress}
    >
      {image}
    </button>
  )
}
