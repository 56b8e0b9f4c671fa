import { gameCodes } from '@krapao/contract/game.ts'
import { qrGateways } from '@krapao/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { type Fault, faults, singles, targets } from '../fault-names.ts'
import { call } from './api.ts'
import { Device } from './device.tsx'
import { usePolled } from './polled.ts'
import { type TextKey, useTexts } from './texts.tsx'

const isSingle = (target: string): target is keyof typeof singles => Object.hasOwn(singles, target)

interface SetFault {
  target: string
  call: string | null
  fault: Fault
  times: number
}

/** The switchboard: what goes wrong next, and what is set now. */
export function Faults() {
  const { t } = useTexts()
  const [target, setTarget] = useState('PG')
  const [name, setName] = useState('')
  const [fault, setFault] = useState<Fault>('timeout-applied')
  const [times, setTimes] = useState('1')
  const [failed, setFailed] = useState(false)
  const set = usePolled('faults', () => call<SetFault[]>('GET', 'faults'))

  async function put(of: string, body: object) {
    try {
      await call('PUT', `faults/${of}`, { body })
      setFailed(false)
    } catch {
      setFailed(true)
    }
    set.readNow()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    put(target, { fault, times: Number(times), ...(name && { call: name }) })
  }
  const targetName = (of: string) => (isSingle(of) ? t(`faults.${of}`) : of)
  const faultName = (of: Fault) => t(`fault.${of}`)
  const callName = (of: string) => t(`call.${of}` as TextKey)

  return (
    <Device id="faults" away={failed || set.failed}>
      <form onSubmit={submit}>
        <label className="field">
          <span>{t('faults.target')}</span>
          <select
            value={target}
            onChange={(event) => {
              setTarget(event.target.value)
              setName('')
            }}
          >
            {Object.keys(singles).map((of) => (
              <option key={of} value={of}>
                {targetName(of)}
              </option>
            ))}
            {Object.keys(qrGateways).map((code) => (
              <option key={code}>{code}</option>
            ))}
            {gameCodes.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{t('faults.call')}</span>
          <select value={name} onChange={(event) => setName(event.target.value)}>
            <option value="">{t('faults.anyCall')}</option>
            {targets.get(target)?.map((of) => (
              <option key={of} value={of}>
                {callName(of)}
              </option>
            ))}
          </select>
        </label>
        <label className="field wide">
          <span>{t('faults.fault')}</span>
          <select
            value={fault}
            onChange={(event) => setFault(event.target.value as Fault)}
            aria-describedby="fault-info"
          >
            {faults.map((of) => (
              <option key={of} value={of}>
                {faultName(of)}
              </option>
            ))}
          </select>
        </label>
        <p id="fault-info" className="hint wide">
          {t(`fault.${fault}.info`)}
        </p>
        <label className="field">
          <span>{t('faults.times')}</span>
          <input
            type="number"
            inputMode="numeric"
            min="1"
            max="1000"
            required
            value={times}
            onChange={(event) => setTimes(event.target.value)}
          />
        </label>
        <button type="submit" className="primary">
          {t('faults.set')}
        </button>
      </form>
      <h3>{t('faults.now')}</h3>
      <div aria-live="polite">
        {set.value?.length === 0 && <p className="calm">{t('faults.none')}</p>}
        <ul className="set">
          {set.value?.map((one) => (
            <li key={`${one.target} ${one.call}`}>
              <span className="lamp" aria-hidden="true" />
              <span className="set-what">
                <strong>
                  {targetName(one.target)} · {faultName(one.fault)}
                </strong>
                <span>
                  {one.call === null ? t('faults.anyCall') : callName(one.call)} ·{' '}
                  {t('faults.left', { times: one.times })}
                </span>
              </span>
              <button
                type="button"
                className="quiet"
                aria-label={t('faults.clearLabel', {
                  fault: faultName(one.fault),
                  target: targetName(one.target),
                })}
                onClick={() => put(one.target, { fault: 'none', ...(one.call && { call: one.call }) })}
              >
                {t('faults.clear')}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Device>
  )
}
