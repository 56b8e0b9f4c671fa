import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { settled } from '@krapao/web/ui/back-button.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { formatMoney } from '@krapao/web/ui/format.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { eventsOfNow } from '../../frame/calls/live.ts'
import { refused } from '../../frame/calls/refused.tsx'
import { alert, toast } from '../../ui/overlay.tsx'
import { UnknownOutcome } from '../../ui/unknown-outcome.tsx'
import { PrizeModal } from './prize-modal.tsx'
import { clientSeed } from './seeds.ts'
import { sliceColours } from './slice-colours.ts'
import { useSound } from './sound.ts'
import { spinErrorText } from './spin-words.ts'
import { useSpin, type WheelScreen } from './use-spin.ts'
import { useWheel } from './use-wheel.ts'
import { type Prize, type Setup, type Spinwheel, setupKey, wheelKey } from './wheel.ts'
import { WheelStage } from './wheel-stage.tsx'

/**
 * The wheel and its spins. It turns at once on a press, and lands when the server has said on which slice; if
 * nothing was won it comes to rest, and a dialog says why (product.md §4 Spin).
 */
export function SpinArea({
  setup,
  wheel,
  memberId,
  isTurning,
  onTurning,
  onCoupons,
}: {
  setup: Setup
  wheel: Spinwheel
  memberId: string
  isTurning: boolean
  onTurning(turning: boolean): void
  onCoupons(): void
}) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const sound = useSound()
  const { canvas, arcs, restsAt, begin, land, rest } = useWheel(wheel.slices, sound.isOn)
  const [prize, setPrize] = useState<Prize>()
  const coming = useComing()

  const answered = useRef(false)
  const screen: WheelScreen = {
    async land(result) {
      answered.current = true
      coming.current = result
      onTurning(true)
      const index = wheel.slices.findIndex(({ code }) => code === result.code)
      // A wheel that has changed since has no slice to land on. Without motion it rests at once, and the
      // event of this spin would come afterwards.
      await Promise.all([index >= 0 ? land(index) : rest(), eventsOfNow()])
      coming.current = undefined
      queries.setQueriesData<Setup>(
        { queryKey: setupKey },
        (known) => known && { ...known, userCoin: result.remainingCoin, seed: result.seed },
      )
      // Those figures are of now, but the stock of a prize is not.
      queries.invalidateQueries({ queryKey: wheelKey })
      setPrize(result)
      onTurning(false)
    },
    async fail(answer) {
      answered.current = true
      await rest()
      onTurning(false)
      const text = 'error' in answer ? spinErrorText(t, answer.error) : refused(answer.refused)
      await alert({ title: t('ui.error'), text })
    },
  }
  const { spin, sending, unsure } = useSpin(memberId, screen)

  async function press(): Promise<void> {
    answered.current = false
    // What was asked for before the spin must not come after its answer and pass for the figures of now.
    // biome-ignore lint/plugin: every end of a press asks again
    queries.cancelQueries({ queryKey: wheelKey })
    onTurning(true)
    begin()
    await spin({ clientSeed: clientSeed(), version: wheel.version })
    if (answered.current) return
    // No answer: what became of the spin is asked for.
    await rest()
    queries.invalidateQueries({ queryKey: wheelKey })
    onTurning(false)
  }

  const colours = sliceColours(wheel.slices)
  const drawn = wheel.slices.map((slice, at) => ({ ...slice, bgColor: colours[at] ?? slice.bgColor }))
  const closePrize = () => setPrize(undefined)

  const busy = isTurning || sending
  return (
    <>
      <WheelStage
        canvas={canvas}
        angle={restsAt}
        arcs={arcs}
        slices={wheel.slices}
        coins={setup.userCoin}
        isTurning={busy}
        canSpin={setup.userCoin > 0 || unsure !== undefined}
        why={t('spin.noCoin', { price: formatMoney(setup.coinPrice, wheel.currency) })}
        sound={sound}
        onSpin={press}
      />
      <p role="status" className="sr-only">
        {busy && t('spin.turning')}
      </p>
      {unsure && !busy && (
        <div className="grid gap-3">
          <UnknownOutcome text={t('spin.unsure')} />
          <Button wide look="quiet" onClick={press}>
            {t('spin.checkAgain')}
          </Button>
        </div>
      )}
      {prize && (
        <PrizeModal
          prize={prize}
          slice={drawn.find(({ code }) => code === prize.code)}
          days={wheel.couponDays}
          onClose={closePrize}
          onCoupons={() => {
            closePrize()
            // The closed dialog first gives back the focus and its history entry.
            settled().then(onCoupons)
          }}
        />
      )}
    </>
  )
}

/**
 * The prize on which the wheel is about to land: a member who leaves the page before is shown it by a toast.
 */
function useComing() {
  const { t } = useTranslation()
  const coming = useRef<Prize>(undefined)
  const show = useRef((_: Prize) => {})
  show.current = (prize) =>
    toast('neutral', t(prize.prize === 'NONE' ? 'spin.toastNone' : 'spin.toast', { label: prize.label }))
  useEffect(
    () => () => {
      if (coming.current) show.current(coming.current)
    },
    [],
  )
  return coming
}
