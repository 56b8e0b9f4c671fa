import { ApiError } from '@krapao/web/api/client.ts'
import { brand } from '@krapao/web/brand/brand.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Dialog } from '@krapao/web/ui/dialog.tsx'
import { ImageOff, ZoomIn } from 'lucide-react'
import { useId, useState } from 'react'
import { Actions, Body, ButtonPair } from '../../../ui/actions.tsx'
import { Failure } from '../failure.tsx'
import { megabytes } from './rules.ts'
import { useSlipRules } from './slips.ts'
import type { Chosen, SlipUpload } from './use-upload.ts'

/** A preview of the chosen picture, and its upload. */
export function SlipSend({ state, upload, onOther }: { state: Chosen; upload: SlipUpload; onOther(): void }) {
  const { t } = useTranslation()
  const { data: rules } = useSlipRules()
  const problem = state.at === 'chosen' ? state.problem : undefined
  // Nobody knows who put it here, so it is not taken for the member's slip: the same press that sends it says
  // so.
  const isShared = state.at === 'chosen' && state.isShared === true && !problem
  const problemText = {
    type: () => t('errorMsg.SLIP_INVALID_FILE'),
    size: () => t('deposit.slip.tooLarge', { size: megabytes(rules?.maxBytes ?? 0) }),
  }
  function lostText(error: unknown): string | undefined {
    const code = error instanceof ApiError ? error.code : undefined
    if (code === 'NOT_SENT') return t('deposit.slip.notSent')
    return code === 'NETWORK' ? t('deposit.slip.lost') : undefined
  }
  return (
    <>
      <Body>
        <h3 className="text-base font-semibold">
          {isShared
            ? t('deposit.slip.sharedAsk', { name: brand.name })
            : t(
                state.at === 'sending'
                  ? 'deposit.slip.sending'
                  : problem
                    ? 'deposit.slip.notThis'
                    : 'deposit.slip.check',
              )}
        </h3>
        {problem && <Failure error={problem} text={problemText[problem]()} />}
        {state.at === 'failed' && <Failure error={state.error} text={lostText(state.error)} />}
        <Picture address={state.picture} />
        {state.at === 'sending' ? (
          <Progress share={state.share} />
        ) : (
          !problem && (
            <p className="text-sm text-pretty text-ink-soft">
              {t(isShared ? 'deposit.slip.sharedText' : 'deposit.slip.checkText')}
            </p>
          )
        )}
      </Body>
      <Actions>
        {state.at === 'sending' ? (
          <Button look="quiet" wide autoFocus onClick={upload.cancel}>
            {t('ui.cancel')}
          </Button>
        ) : problem ? (
          <Button wide autoFocus onClick={onOther}>
            {t('deposit.slip.other')}
          </Button>
        ) : isShared ? (
          <ButtonPair>
            <Button look="quiet" onClick={upload.reset}>
              {t('deposit.slip.sharedNot')}
            </Button>
            <Button onClick={upload.send}>{t('deposit.slip.sharedUse')}</Button>
          </ButtonPair>
        ) : (
          <ButtonPair>
            <Button look="quiet" onClick={onOther}>
              {t('deposit.slip.other')}
            </Button>
            <Button autoFocus onClick={upload.send}>
              {t(state.at === 'failed' ? 'ui.retry' : 'deposit.slip.send')}
            </Button>
          </ButtonPair>
        )}
      </Actions>
    </>
  )
}

/**
 * In a frame of fixed size, so that the layout does not move when the picture is drawn. A press shows it as
 * large as the screen allows: whether the small code on a slip is sharp cannot be seen otherwise.
 */
function Picture({ address }: { address: string }) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState<string>()
  const [large, setLarge] = useState(false)
  const frame = 'flex h-[min(18rem,36dvh)] items-center justify-center overflow-hidden rounded-2xl bg-sunken'
  if (broken === address) {
    return (
      <div className={frame}>
        <ImageOff className="size-10 text-ink-soft" aria-hidden />
      </div>
    )
  }
  return (
    <>
      <button
        type="button"
        aria-label={t('deposit.slip.enlarge')}
        onClick={() => setLarge(true)}
        className={cx(frame, 'relative w-full')}
      >
        <img
          src={address}
          alt={t('deposit.slip.picture')}
          className="max-h-full max-w-full object-contain"
          onError={() => setBroken(address)}
        />
        <span className="absolute right-2 bottom-2 flex size-9 items-center justify-center rounded-full bg-card text-ink shadow-card">
          <ZoomIn className="size-5" aria-hidden />
        </span>
      </button>
      {large && (
        <Dialog wide title={t('deposit.slip.picture')} onClose={() => setLarge(false)}>
          <img
            src={address}
            alt={t('deposit.slip.picture')}
            className="mx-auto w-full max-w-xl rounded-2xl"
          />
        </Dialog>
      )}
    </>
  )
}

function Progress({ share }: { share: number }) {
  const { t } = useTranslation()
  const id = useId()
  const percent = Math.round(share * 100)
  return (
    <div className="grid gap-1.5">
      <div id={id} className="flex justify-between text-sm text-ink-soft">
        <span>{t(percent === 100 ? 'deposit.slip.arriving' : 'deposit.slip.onItsWay')}</span>
        <span>{percent}%</span>
      </div>
      <progress
        aria-labelledby={id}
        max={100}
        value={percent}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-positive [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-positive"
      />
    </div>
  )
}
