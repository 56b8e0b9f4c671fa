import type { Condition } from '@krapao/contract/slices/campaign/content.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { Button, IconButton } from '@krapao/web/ui/button.tsx'
import { Field } from '@krapao/web/ui/field.tsx'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { inMode } from '../empty-content.ts'
import { Beside, Choice, Switch } from './choice.tsx'
import { LimitField, NumberField } from './number-field.tsx'

/** What has to be reached before the money is the member's own. */
export function ConditionFields({
  value,
  path,
  onChange,
}: {
  value: Condition
  path: string
  onChange(value: Condition): void
}) {
  const { t } = useTranslation()
  return (
    <>
      <Beside>
        <Choice
          label={t('campaign.field.mode')}
          path={`${path}/mode`}
          value={value.mode}
          options={(['turnover', 'balance'] as const).map((mode) => ({
            value: mode,
            text: t(`campaign.mode.${mode}`),
          }))}
          onChange={(mode) => onChange(inMode(mode, value))}
          hint={t(`campaign.modeHint.${value.mode}`)}
        />
        {value.mode === 'turnover' ? (
          <NumberField
            label={t('campaign.field.multiplePercent')}
            path={`${path}/multiplePercent`}
            value={value.multiplePercent}
            unit="count"
            hint={t('campaign.multipleHint')}
            onChange={(multiplePercent) => onChange({ ...value, multiplePercent })}
          />
        ) : (
          <NumberField
            label={t('campaign.field.percentSuccess')}
            path={`${path}/percentSuccess`}
            value={value.percentSuccess}
            unit="percent"
            hint={t('campaign.successHint')}
            onChange={(percentSuccess) => onChange({ ...value, percentSuccess })}
          />
        )}
        <NumberField
          label={t('campaign.field.percentFail')}
          path={`${path}/percentFail`}
          value={value.percentFail}
          unit="percent"
          hint={t('campaign.failHint')}
          onChange={(percentFail) => onChange({ ...value, percentFail })}
        />
        <LimitField
          label={t('campaign.field.maxCashOut')}
          path={`${path}/maxCashOut`}
          value={value.maxCashOut}
          unit="money"
          onChange={(maxCashOut) => onChange({ ...value, maxCashOut })}
        />
        <NumberField
          label={t('campaign.field.days')}
          path={`${path}/days`}
          value={value.days}
          onChange={(days) => onChange({ ...value, days })}
        />
      </Beside>
      <Switch
        label={t('campaign.field.mayForfeit')}
        checked={value.mayForfeit}
        onChange={(mayForfeit) => onChange({ ...value, mayForfeit })}
      />
      {value.mode === 'turnover' && (
        <>
          <Weights
            weights={value.weights}
            path={`${path}/weights`}
            onChange={(weights) => onChange({ ...value, weights })}
          />
          <div className="max-w-sm">
            <NumberField
              label={t('campaign.field.otherWeight')}
              path={`${path}/otherWeight`}
              value={value.otherWeight ?? Number.NaN}
              unit="percent"
              hint={t('campaign.otherWeightHint')}
              onChange={(otherWeight) => onChange({ ...value, otherWeight })}
            />
          </div>
        </>
      )}
    </>
  )
}

/** How much of a stake counts, by product. */
function Weights({
  weights,
  path,
  onChange,
}: {
  weights: Record<string, number>
  path: string
  onChange(weights: Record<string, number>): void
}) {
  const { t } = useTranslation()
  const [product, setProduct] = useState('')
  const isProduct = /^[a-z][a-z0-9-]{0,29}$/.test(product) && !Object.hasOwn(weights, product)
  function add(): void {
    if (!isProduct) return
    onChange({ ...weights, [product]: 100 })
    setProduct('')
  }
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">{t('campaign.field.weights')}</legend>
      <p className="mb-2 text-sm text-ink-soft">{t('campaign.weightsHint')}</p>
      <ul className="grid gap-3">
        {Object.entries(weights).map(([name, weight]) => (
          <li key={name} className="flex max-w-sm items-end gap-2">
            <div className="flex-1">
              <NumberField
                label={`${name} (%)`}
                path={`${path}/${name}`}
                value={weight}
                onChange={(next) => onChange({ ...weights, [name]: next })}
              />
            </div>
            <IconButton
              label={t('campaign.remove', { name })}
              onClick={() =>
                onChange(Object.fromEntries(Object.entries(weights).filter(([one]) => one !== name)))
              }
            >
              <Trash2 className="size-5" aria-hidden />
            </IconButton>
          </li>
        ))}
        <li className="flex max-w-sm flex-wrap items-end gap-2">
          <div className="min-w-40 flex-1">
            <Field
              label={t('campaign.product')}
              autoComplete="off"
              maxLength={30}
              placeholder="slot"
              value={product}
              onChange={(event) => setProduct(event.target.value.toLowerCase())}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // Not the whole form.
                event.preventDefault()
                add()
              }}
            />
          </div>
          <Button
            look="quiet"
            disabled={!isProduct}
            icon={<Plus className="size-5" aria-hidden />}
            onClick={add}
          >
            {t('campaign.addProduct')}
          </Button>
        </li>
      </ul>
    </fieldset>
  )
}
