import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Note } from '@krapao/web/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CircleX, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { checkSpin, type SpinCheck } from './check-spin.ts'
import { seenFingerprint } from './seeds.ts'
import type { PastSpin } from './spins.ts'
import { useRotate } from './use-rotate.ts'
import { shareOf, wheelKey } from './wheel.ts'

const icon = 'mt-0.5 size-5 shrink-0'

/** The check of a spin, made in this browser; before its seed is revealed, the way to reveal it. */
export function SpinProof({ spin, isSeedInForce }: { spin: PastSpin; isSeedInForce: boolean }) {
  const { serverSeed } = spin
  return (
    <div className="grid gap-3 pb-4">
      {serverSeed === null ? (
        <Unrevealed isSeedInForce={isSeedInForce} />
      ) : (
        <Checked spin={{ ...spin, serverSeed }} />
      )}
    </div>
  )
}

function Unrevealed({ isSeedInForce }: { isSeedInForce: boolean }) {
  const { t } = useTranslation()
  const { rotate, isRotating } = useRotate()
  return (
    <>
      <Note icon={<LockKeyhole className={icon} aria-hidden />}>{t('spin.proof.sealed')}</Note>
      {isSeedInForce && (
        <Button look="quiet" wide busy={isRotating} busyLabel={t('ui.busy.sending')} onClick={rotate}>
          {t('spin.fair.rotate')}
        </Button>
      )}
    </>
  )
}

function Checked({ spin }: { spin: PastSpin & { serverSeed: string } }) {
  const { t } = useTranslation()
  const { subtle } = crypto
  const seen = seenFingerprint(spin)
  const { data: check } = useQuery({
    queryKey: [...wheelKey, 'check', spin, seen],
    queryFn: () => checkSpin(spin, seen, subtle),
    staleTime: Number.POSITIVE_INFINITY,
    // Pages without TLS have no Web Crypto.
    enabled: subtle !== undefined,
  })
  if (!subtle) {
    return <Note icon={<CircleHelp className={icon} aria-hidden />}>{t('spin.proof.notHere')}</Note>
  }
  return (
    <>
      {/* The verdict is announced when it is there. */}
      <div role="status">
        {check && (
          <Note
            tone={check.isRight ? 'positive' : 'negative'}
            icon={
              check.isRight ? (
                <CircleCheck className={icon} aria-hidden />
              ) : (
                <CircleX className={icon} aria-hidden />
              )
            }
          >
            <strong className="font-semibold">
              {t(check.isRight ? 'spin.proof.right' : 'spin.proof.wrong')}
            </strong>{' '}
            {!check.isRight && t('spin.proof.wrongText')}
          </Note>
        )}
      </div>
      {check && <Lines spin={spin} check={check} seen={seen} />}
    </>
  )
}

/** Every step with what went in and what came out, so that it can be repeated by other means. */
function Lines({
  spin,
  check,
  seen,
}: {
  spin: PastSpin & { serverSeed: string }
  check: SpinCheck
  seen: string | undefined
}) {
  const { t } = useTranslation()
  const labelOfCode = (code: string | undefined) => spin.slices.find((one) => one.code === code)?.label ?? '–'
  return (
    <ol className="grid gap-3">
      <Line title={t('spin.proof.seed')}>
        <Code>{spin.serverSeed}</Code>
      </Line>
      <Line title={t('spin.proof.hash')} isRight={check.isHashRight}>
        <Code>{check.hash}</Code>
        {!check.isHashRight && (
          <>
            <span className="block">{t('spin.proof.published')}</span>
            <Code>{spin.serverSeedHash}</Code>
          </>
        )}
      </Line>
      <Line title={t('spin.proof.seen')} isRight={check.isHashAsSeen}>
        {check.isHashAsSeen === undefined && t('spin.proof.unseen')}
        {check.isHashAsSeen === true && t('spin.proof.seenSame')}
        {check.isHashAsSeen === false && <Code>{seen}</Code>}
      </Line>
      <Line title={t('spin.proof.message')}>
        {check.rounds.map(({ message, hmac }) => (
          <span key={message} className="grid gap-1">
            <Code>{message}</Code>
            <span>{t('spin.proof.hmac')}</span>
            <Code>{hmac}</Code>
          </span>
        ))}
      </Line>
      <Line title={t('spin.proof.weights')}>
        {spin.slices
          .map((slice) =>
            t('spin.proof.weight', { label: slice.label, share: shareOf(slice.weight, spin.slices) }),
          )
          .join(' · ')}
      </Line>
      <Line title={t('spin.proof.drawn')} isRight={check.isCodeRight}>
        {t(check.isCodeRight ? 'spin.proof.drawnSame' : 'spin.proof.drawnOther', {
          drawn: labelOfCode(check.code),
          recorded: spin.label,
        })}
      </Line>
    </ol>
  )
}

/** A step; `isRight` where it compares something. */
function Line({
  title,
  isRight,
  children,
}: {
  title: string
  isRight?: boolean | undefined
  children: ReactNode
}) {
  const { t } = useTranslation()
  const Icon = isRight ? CircleCheck : CircleX
  return (
    <li className="grid gap-1 text-sm text-ink-soft">
      <span className="flex items-start gap-2 font-semibold text-ink">
        <span className="min-w-0 flex-1">{title}</span>
        {isRight !== undefined && (
          <Icon
            role="img"
            aria-label={t(isRight ? 'spin.proof.yes' : 'spin.proof.no')}
            className={cx('size-5 shrink-0', isRight ? 'text-positive' : 'text-negative')}
          />
        )}
      </span>
      {children}
    </li>
  )
}

const Code = ({ children }: { children: ReactNode }) => (
  <code className="block rounded-xl bg-sunken px-3 py-1.5 text-xs break-all text-ink">{children}</code>
)
