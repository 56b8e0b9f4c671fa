import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ButtonPair } from '../../ui/actions.tsx'
import { noteAsked } from './push-asked.ts'
import { usePush, useSwitch } from './use-push.ts'

/**
 * Asks, below something that a member waits for, whether to notify them when it is there. It shows nothing
 * where this browser cannot get messages or gets them already, and asks once in a browser, because the
 * settings have the switch.
 */
export default function PushAsk() {
  const { given, state } = usePush()
  const [isOver, setOver] = useState(false)
  // Kept while it is shown, so that the answer stays to be read.
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (state !== 'off') return
    noteAsked()
    setAsked(true)
  }, [state])
  if (!given.data || !isAsked || isOver) return null
  return <Question given={given.data} state={state} onLater={() => setOver(true)} />
}

function Question({
  given,
  state,
  onLater,
}: {
  given: Parameters<typeof useSwitch>[0]
  state: ReturnType<typeof usePush>['state']
  onLater(): void
}) {
  const { t } = useTranslation()
  const [failed, setFailed] = useState(false)
  const change = useSwitch(given, () => setFailed(true))
  return (
    <section className="grid grid-cols-1 gap-3 rounded-2xl border border-line px-4 py-3">
      <p role="status" className="flex items-start gap-2.5 text-sm">
        <BellRing className="mt-0.5 size-4.5 shrink-0 text-link" aria-hidden />
        <span className="min-w-0 text-pretty">
          {state === 'on'
            ? t('settings.push.asked')
            : state === 'denied'
              ? t('settings.push.denied')
              : failed
                ? t('settings.push.failed')
                : t('settings.push.ask')}
        </span>
      </p>
      {state === 'off' && (
        <ButtonPair>
          <Button look="plain" onClick={onLater}>
            {t('settings.install.later')}
          </Button>
          <Button
            look="quiet"
            busy={change.isPending}
            busyLabel={t('settings.install.asking')}
            onClick={() => change.mutate(true)}
          >
            {t(failed ? 'ui.retry' : 'settings.push.tell')}
          </Button>
        </ButtonPair>
      )}
    </section>
  )
}
