import { languageTags } from '@krapao/contract/languages.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { currentLanguage } from '@krapao/web/i18n/texts.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import type { Arc } from '@krapao/web/ui/wheel-arcs.ts'
import { Coins, Volume2, VolumeX } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { drawWheel, hubShare } from './draw-wheel.ts'
import { useWheelSize } from './use-wheel-size.ts'
import type { Slice } from './wheel.ts'

/** The wheel, its pointer, and the button in its middle with the coins (product.md §2 Spin). */
export function WheelStage({
  canvas,
  angle,
  arcs,
  slices,
  coins,
  isTurning,
  canSpin,
  why,
  sound,
  onSpin,
}: {
  canvas: RefObject<HTMLCanvasElement | null>
  /** At which the wheel rests. */
  angle: number
  arcs: readonly Arc[]
  slices: readonly Slice[]
  coins: number
  isTurning: boolean
  /** Without coins a press is ignored, unless it asks about an earlier spin. */
  canSpin: boolean
  /** What is said below the wheel while there is no coin. */
  why: string
  sound: { isOn: boolean; set(on: boolean): void }
  onSpin(): void
}) {
  const { t } = useTranslation()
  const { size, density } = useWheelSize()
  useDrawn(canvas, { slices, arcs, angle, size, density })
  const hub = size * hubShare * 2

  return (
    <div className="relative grid justify-items-center overflow-hidden rounded-card bg-night bg-[radial-gradient(circle_at_50%_45%,var(--night)_0%,var(--night-deep)_100%)] px-2 pt-8 pb-7 shadow-card">
      <IconButton
        label={t(sound.isOn ? 'spin.soundOff' : 'spin.soundOn')}
        aria-pressed={sound.isOn}
        onClick={() => sound.set(!sound.isOn)}
        className="absolute! top-1.5 right-1.5 text-on-night-soft hover:bg-white/10!"
      >
        {sound.isOn ? <Volume2 className="size-5" aria-hidden /> : <VolumeX className="size-5" aria-hidden />}
      </IconButton>
      <div className="relative max-w-full" style={{ width: size, height: size }}>
        <canvas
          ref={canvas}
          aria-hidden
          className={cx(
            'size-full rounded-full shadow-[0_10px_40px_rgb(0_0_0/0.45)] will-change-transform',
            // What does not turn shows in another way that it works.
            isTurning && 'motion-reduce:opacity-50',
          )}
        />
        <Pointer />
        <button
          type="button"
          aria-label={t('spin.button', { count: coins })}
          aria-disabled={isTurning || !canSpin}
          aria-busy={isTurning || undefined}
          onClick={() => !isTurning && canSpin && onSpin()}
          style={{ width: hub, height: hub, backgroundColor: coins > 0 ? '#4e4f50' : '#666666' }}
          className={cx(
            'absolute top-1/2 left-1/2 flex -translate-x-1/2 -translate-y-1/2 flex-col items-center justify-center rounded-full border-4 text-white',
            'shadow-[0_0_0_4px_var(--night),0_4px_16px_4px_rgb(0_0_0/0.45)]',
            // With coins it has the brand's gold and night around the grey of its middle.
            coins > 0
              ? 'border-accent bg-[radial-gradient(circle,transparent_20%,var(--night)_100%)] [&_svg]:text-accent'
              : 'border-on-night-soft',
            'transition-[scale] duration-150 motion-safe:active:not-aria-disabled:scale-95 aria-disabled:cursor-not-allowed',
            'focus-visible:outline-4 focus-visible:outline-accent',
          )}
        >
          <span className="flex items-center gap-1 text-[20px] leading-tight font-bold">
            <Coins className="size-4.5 shrink-0" aria-hidden />
            {coins}
          </span>
          <span className="text-[13px] leading-snug font-medium">
            {coins > 0 ? t('spin.go') : t('spin.unit')}
          </span>
        </button>
      </div>
      {!canSpin && <p className="mt-4 px-2 text-center text-sm text-balance text-on-night-soft">{why}</p>}
    </div>
  )
}

/** It is above the rim at the top and points at what is won. */
const Pointer = () => (
  <svg
    aria-hidden="true"
    viewBox="-1 -9 38 53"
    className="absolute -top-6 left-1/2 h-13 w-[calc(var(--spacing)*9.3)] -translate-x-1/2 drop-shadow-[0_3px_4px_rgb(0_0_0/0.45)]"
  >
    <path d="M18 42 4 17a16 16 0 1 1 28 0Z" className="fill-accent stroke-white" strokeWidth="2.5" />
    <circle cx="18" cy="13" r="5" className="fill-white" />
  </svg>
)

/**
 * Draws the wheel again when what is on it changes: its slices, the language of their labels, where it rests,
 * or the window.
 */
function useDrawn(
  canvas: RefObject<HTMLCanvasElement | null>,
  {
    slices,
    arcs,
    angle,
    size,
    density,
  }: { slices: readonly Slice[]; arcs: readonly Arc[]; angle: number; size: number; density: number },
): void {
  const { i18n } = useTranslation()
  const latest = useRef({ slices, arcs })
  latest.current = { slices, arcs }
  const labels = slices.map(({ label }) => label).join('\n')
  const look = JSON.stringify([slices.map(({ bgColor, textColor }) => [bgColor, textColor]), arcs])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `labels` and `look` say whether other slices look different, and the density is the screen's
  useEffect(() => {
    let left = false
    const locale = languageTags[currentLanguage()]
    const { accent } = brand.colours.light
    const draw = () => {
      if (left || !canvas.current) return
      drawWheel(canvas.current, {
        size,
        ...latest.current,
        locale,
        angle,
        colours: { rim: accent, lights: '#ffffff' },
      })
    }
    draw()
    // A label in a letter that has not arrived yet would stay in the device's own.
    document.fonts?.load('600 16px Noto', labels).then(draw, () => {})
    return () => {
      left = true
    }
  }, [canvas, labels, look, angle, size, density, i18n.language])
}
