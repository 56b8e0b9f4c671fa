import type { UseEmblaCarouselType } from 'embla-carousel-react'
import { useEffect } from 'react'
import { offsetOf, stanceOf } from './tween.ts'

export type Embla = NonNullable<UseEmblaCarouselType[1]>

interface CardPose {
  slide: HTMLElement
  card: HTMLElement
  shade: HTMLElement | null
  /** Its words for when it is at the side. */
  side: HTMLElement | null
  /** Distance from the middle in cards, at most 3. */
  rank: number
}

/**
 * Positions every card on the drum as the strip moves. It sets only transform and opacity, directly on the
 * elements, so that a frame needs neither React nor layout. Each card has a perspective of its own and the
 * nearer card lies on top: in one common space browsers cut cards and their shadows into each other.
 */
export function useTween(embla: Embla | undefined): void {
  useEffect(() => {
    if (!embla) return
    let cards: CardPose[] = []
    let size = 0
    let width = 0

    function measure(): void {
      if (!embla) return
      cards = embla.slideNodes().flatMap((slide) => {
        const card = slide.querySelector<HTMLElement>('[data-tween]')
        if (!card) return []
        const within = (name: string) => card.querySelector<HTMLElement>(`[data-${name}]`)
        return [{ slide, card, shade: within('shade'), side: within('side'), rank: -1 }]
      })
      size = embla.slideNodes()[0]?.offsetWidth ?? 0
      width = cards[0]?.card.offsetWidth ?? 0
      stand()
    }

    function stand(): void {
      if (!embla) return
      const { location, scrollSnaps, options } = embla.internalEngine()
      const round = options.loop ? size * cards.length : 0
      cards.forEach((one, at) => {
        const offset = offsetOf(location.get(), scrollSnaps[at] ?? 0, size, round)
        const rank = Math.min(3, Math.round(Math.abs(offset)))
        // Cards far from the middle are invisible and are not moved.
        if (rank === 3 && one.rank === 3) return
        if (rank !== one.rank) {
          one.slide.style.zIndex = String(3 - rank)
          one.rank = rank
        }
        const { turn, depth, opacity, shade, side } = stanceOf(offset)
        one.card.style.transform = `perspective(900px) translateZ(${(-depth * width).toFixed(1)}px) rotateY(${turn.toFixed(2)}deg)`
        one.card.style.opacity = opacity.toFixed(3)
        one.card.style.pointerEvents = opacity < 0.5 ? 'none' : ''
        if (one.shade) one.shade.style.opacity = shade.toFixed(3)
        if (one.side) {
          one.side.style.opacity = side.toFixed(3)
          const end = offset > 0 ? 'right' : 'left'
          if (one.side.dataset.side !== end) one.side.dataset.side = end
        }
      })
    }

    measure()
    embla.on('reInit', measure).on('scroll', stand)
    return () => {
      embla.off('reInit', measure).off('scroll', stand)
    }
  }, [embla])
}
