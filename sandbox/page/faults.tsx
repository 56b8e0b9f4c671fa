import { gameCodes } from '@krapao/contract/game.ts'
import { qrGateways } from '@krapao/contract/qr-gateways.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Fault, faultsOf, type OutsideCall, singles, targets } from '../fault-names.ts'
import type { SetFault } from '../wire.ts'
import { api } from './api.ts'
import { Device, Nothing, Subtitle } from './device.tsx'
import { formClass } from './order-form.tsx'
import { usePolled } from './polled.ts'
import { Select } from './select.tsx'
import { SmallButton } from './small-button.tsx'

const isSingle = (target: string): target is keyof typeof singles => Object.hasOwn(singles, target)

interface Wish {
  target: string
  fault: Fault | 'none'
  times?: number
  call?: OutsideCall | ''
}

/** A form that sets faults for the next calls, and the list of faults that are set. */
export function Faults() {
  const { t } = useTranslation()
  const [target, setTarget] = useState('PG')
  const [call, setCall] = useState<OutsideCall | ''>('')
  const [fault, setFault] = useState<Fault>('timeout-applied')
  const [times, setTimes] = useState('1')
  const set = usePolled(['faults'], () => api('GET /sandbox/api/faults'))
  const { mutate, isError } = useMutation({
    mutationFn: ({ target, call, ...wish }: Wish) =>
      api('PUT /sandbox/api/faults/:target', { params: { target }, ...wish, ...(call && { call }) }),
    onSettled: set.readNow,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ target, call, fault, times: Number(times) })
  }
  const targetName = (of: string) => (isSingle(of) ? t(`faults.${of}`) : of)

  return (
    <Device id="faults" away={isError || set.failed}>
      <form onSubmit={submit} className={formClass}>
        <Select
          label={t('faults.target')}
          value={target}
          onChange={(event) => {
            setTarget(event.target.value)
            if (!faultsOf(event.target.value).includes(fault)) setFault('timeout-applied')
            setCall('')
          }}
        >
          {[...Object.keys(singles), ...Object.keys(qrGateways), ...gameCodes].map((of) => (
            <option key={of} value={of}>
              {targetName(of)}
            </option>
          ))}
        </Select>
        <Select
          label={t('faults.call')}
          value={call}
          onChange={(event) => setCall(event.target.value as typeof call)}
        >
          <option value="">{t('faults.anyCall')}</option>
          {targets.get(target)?.map((of) => (
            <option key={of} value={of}>
              {t(`call.${of}`)}
            </option>
          ))}
        </Select>
        <div className="col-span-full">
          <Select
            label={t('faults.fault')}
            hint={t(`fault.${fault}.info`)}
            value={fault}
            onChange={(event) => setFault(event.target.value as Fault)}
          >
            {faultsOf(target).map((of) => (
              <option key={of} value={of}>
                {t(`fault.${of}.name`)}
              </option>
            ))}
          </Select>
        </div>
        <Field
          label={t('faults.times')}
          type="number"
          inputMode="numeric"
          min="1"
          max="1000"
          required
          value={times}
          onChange={(event) => setTimes(event.target.value)}
        />
        <Button type="submit" className="self-end">
          {t('faults.set')}
        </Button>
      </form>
      <Subtitle>{t('faults.now')}</Subtitle>
      <div aria-live="polite">
        {set.value?.length === 0 && <Nothing>{t('faults.none')}</Nothing>}
        <ul className="grid gap-2">
          {set.value?.map((fault) => (
            <SetFaultEntry
              key={`${fault.target} ${fault.call}`}
              set={fault}
              name={targetName(fault.target)}
              onClear={() => mutate({ target: fault.target, fault: 'none', call: fault.call ?? '' })}
            />
          ))}
        </ul>
      </div>
    </Device>
  )
}

/** A fault that is set. `name`: the name of its target. */
function SetFaultEntry({
  set: { fault, call, times },
  name,
  onClear,
}: {
  set: SetFault
  name: string
  onClear: () => void
}) {
  const { t } = useTranslation()
  const faultName = t(`fault.${fault}.name`)
  return (
    <li className="box flex items-center gap-3 rounded-xl bg-negative-soft py-2 pr-2 pl-3.5">
      <span className="size-3 shrink-0 rounded-full bg-negative ring-4 ring-negative/20" aria-hidden="true" />
      <span className="grid min-w-0 flex-1 text-sm">
        <strong>
          {name} · {faultName}
        </strong>
        <span>
          {t(call === null ? 'faults.anyCall' : `call.${call}`)} · {t('faults.left', { times })}
        </span>
      </span>
      <SmallButton
        aria-label={t('faults.clearLabel', { fault: faultName, target: name })}
        className="shrink-0"
        onClick={onClear}
      >
        {t('faults.clear')}
      </SmallButton>
    </li>
  )
}
